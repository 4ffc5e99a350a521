// Models of the parts beside a console, in the emulated board's time: a reader of stickers, displays with digits, expanders, a knob.
// Sources: PN532 user manual UM0701-02 (frames, chapter 7), NTAG213 data sheet, HT16K33 and MCP23017 data sheets.

const BYTE_NS = 1e10 / 115200; // ten bits of a serial byte
const I2C_BYTE_NS = 9e9 / 400000;
const ACK = [0, 0, 0xff, 0, 0xff, 0];

function framed(data) {
  const octets = [0xd5, ...data];
  const sum = octets.reduce((all, octet) => all + octet, 0);
  return [0, 0, 0xff, octets.length, -octets.length & 0xff, ...octets, -sum & 0xff, 0];
}

export function sticker(text) { // the memory of an NTAG213: as it leaves the factory (lock TLV first), then one text record
  const memory = Buffer.alloc(180);
  memory.set([0xe1, 0x10, 0x12, 0], 12);
  if (!text) return memory;
  const payload = Buffer.concat([Buffer.from([2]), Buffer.from(`en${text}`)]);
  const record = Buffer.concat([Buffer.from([0xd1, 1, payload.length, 0x54]), payload]);
  memory.set([1, 3, 0xa0, 0x0c, 0x34, 3, record.length, ...record, 0xfe], 16);
  return memory;
}

export class StickerReader { // a PN532 at a serial port: lists two tags at most, reads four pages at once
  constructor(machine, port = 0) { Object.assign(this, { machine, port, lying: [], memory: {}, mute: false }); }

  attach() { // at each boot
    this.received = [];
    this.sending = [];
    this.due = [];
    this.uart = this.machine.rp.uart[this.port];
    this.uart.onByte = (octet) => this.#take(octet);
    this.byte = this.machine.clock.createAlarm(() => this.#next());
    this.timer = this.machine.clock.createAlarm(() => this.#answer());
  }

  lay(...tags) { // [{ uid, text }]
    this.lying = tags.map(({ uid }) => uid);
    for (const { uid, text } of tags) this.memory[uid] = sticker(text);
  }

  #send(octets) {
    if (!this.sending.length) this.byte.schedule(BYTE_NS);
    this.sending.push(...octets);
  }

  #next() {
    this.uart.feedByte(this.sending.shift());
    if (this.sending.length) this.byte.schedule(BYTE_NS);
  }

  #after(ms, octets) {
    this.due.push({ at: this.machine.clock.nanos + ms * 1e6, octets });
    this.due.sort((one, other) => one.at - other.at);
    this.timer.schedule(Math.max(1, this.due[0].at - this.machine.clock.nanos));
  }

  #answer() {
    while (this.due.length && this.due[0].at <= this.machine.clock.nanos + 1) this.#send(this.due.shift().octets);
    if (this.due.length) this.timer.schedule(Math.max(1, this.due[0].at - this.machine.clock.nanos));
  }

  #take(octet) {
    this.received.push(octet);
    const begin = this.received.findIndex((one, at) => one === 0 && this.received[at + 1] === 0xff);
    const length = this.received[begin + 2];
    if (begin < 0 || length === undefined || this.received.length < begin + 5 + length) return;
    const command = this.received.slice(begin + 5, begin + 4 + length);
    this.received = [];
    if (this.mute) return;
    this.due = []; // a new command ends the one before
    this.#after(0.6, ACK);
    this.#after(...this.#answered(command));
  }

  #answered([kind, ...rest]) {
    if (kind === 0x4a) {
      const found = this.lying.slice(0, 2).map((uid) => Buffer.from(uid, 'hex'));
      const listed = found.flatMap((uid, at) => [at + 1, 0, 0x44, 0, uid.length, ...uid]);
      return [found.length ? 13 : 16, framed([0x4b, found.length, ...listed])];
    }
    if (kind === 0x40) {
      const memory = this.memory[this.lying[rest[0] - 1]];
      return memory ? [5, framed([0x41, 0, ...memory.subarray(rest[2] * 4, rest[2] * 4 + 16)])] : [21, framed([0x41, 1])];
    }
    return [2, framed([kind + 1])];
  }
}

export class Bus { // what hangs on I2C: each device has `written(octets)` and `read()`
  constructor(machine, devices) { Object.assign(this, { machine, devices, bytes: 0 }); }

  attach(which = 1) {
    const bus = this.machine.rp.i2c[which];
    const alarm = this.machine.clock.createAlarm(() => { const go = this.go; this.go = null; go(); });
    const later = (go) => { this.bytes++; this.go = go; alarm.schedule(I2C_BYTE_NS); };
    bus.onConnect = (address) => { this.#flush(); this.device = this.devices[address]; this.octets = []; later(() => bus.completeConnect(Boolean(this.device))); };
    bus.onWriteByte = (octet) => { this.octets.push(octet); later(() => bus.completeWrite(Boolean(this.device))); };
    bus.onReadByte = () => {
      if (this.octets.length) this.#flush();
      later(() => bus.completeRead(this.device ? this.device.read() : 0xff));
    };
    bus.onStart = () => bus.completeStart();
    bus.onStop = () => { this.#flush(); bus.completeStop(); };
  }

  #flush() {
    if (this.device && this.octets.length) this.device.written(this.octets);
    this.octets = [];
  }
}

export class FourDigits { // an HT16K33: what it shows
  written(octets) { if (octets.length === 17) this.shown = [1, 3, 7, 9].map((at) => octets[at]); }
  read() { return 0; }
}

export class Expander { // an MCP23017 (BANK = 0) whose 16 inputs are buttons: `levels`, high where nobody presses
  constructor() { this.registers = new Uint8Array(22); this.at = 0; this.levels = 0xffff; }
  written([at, ...octets]) { this.at = at; for (const octet of octets) this.registers[this.at++] = octet; }
  read() {
    this.registers[0x12] = this.levels & this.registers[0x0c];
    this.registers[0x13] = (this.levels >> 8) & this.registers[0x0d];
    return this.registers[this.at++];
  }
}

export class Seesaw { // with a rotary encoder, that counts down to the right
  constructor() { this.position = 0; this.left = []; }
  written() { const octets = Buffer.alloc(4); octets.writeInt32BE(-this.position); this.left = [...octets]; }
  read() { return this.left.shift() ?? 0xff; }
}
