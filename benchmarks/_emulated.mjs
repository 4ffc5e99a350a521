// What the benchmarks on an emulated Pico have in common: the emulator in the folder RIG, the pins, and a host that speaks docs/link.md.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { pathToFileURL } from 'node:url';

const load = (file) => import(pathToFileURL(path.join(process.env.RIG, file)));
export const { Machine, NVM_OFFSET } = await load('machine.mjs');
export const { UsbHost } = await load('usbhost.mjs');
export const { WS2812 } = await load('ws2812.mjs');
const { installFastCore } = await load('fastcore.mjs');

// firmware/lib/tapete_console/pins.py
export const MINUS = 0, PLUS = 1, LOCK = 2, ROLL = 3;
export const BUTTONS = [[2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13], [14, 15, 16, 17]];
export const CHAINS = [18, 19, 20, 21], BRIDGE = 22;

const BEAT_MS = 900; // docs/link.md, section 8: within 1000
const STEP_MS = 50;

// Without a drive the flash holds what the UF2 brought.
export const emulated = (uf2, drive) => new Machine({ uf2, fsImage: drive ? fs.readFileSync(drive) : null, seed: 19, core: installFastCore });

export function numbers(seed) { // the same ones in every run, each from 0 to 1
  return () => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed / 0x7fffffff; };
}

function crc32(text) { // docs/link.md, section 1; zlib's own came with Node 22
  if (zlib.crc32) return zlib.crc32(text).toString(16).padStart(8, '0');
  let sum = 0xffffffff;
  for (const octet of Buffer.from(text, 'latin1')) {
    sum ^= octet;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

const keyed = (fields) => Object.fromEntries(fields.filter((field) => field.includes('=')).map((field) => field.split('=')));

export class Host { // one emulated console and what docs/link.md asks of its host
  constructor(uf2, drive, { prompt = () => {}, message = () => {} } = {}) {
    this.machine = emulated(uf2, drive);
    this.usb = new UsbHost(this.machine, { onData: (channel, octets) => (channel ? this.#take(octets) : prompt(octets)) });
    this.message = message; // what a precious message does
    this.rest = '';
    this.open = false;
    this.boot = '';
    this.stopped = '';
    this.sampled = '';
    this.reads = ''; // kinds of newer lines
    this.heard = 0;
    Object.assign(this, { have: 0, revision: 0, shown: 0, bad: 0, gaps: 0, erased: 0, resets: 0, statuses: [], refused: [] });
    this.machine.flashErase = (offset) => { this.erased += offset === NVM_OFFSET ? 1 : 0; };
    this.machine.onReset = () => { this.resets++; this.open = false; this.rest = ''; };
    this.machine.onBoot = () => this.usb.attach();
  }

  get now() { return this.machine.now / 1e6; }

  say(body) {
    this.heard = this.now;
    this.usb.send(1, Buffer.from(`${body}*${crc32(body)}\n`, 'latin1'));
  }

  #take(octets) {
    this.rest += Buffer.from(octets).toString('latin1');
    const lines = this.rest.split('\n');
    this.rest = lines.pop();
    for (const line of lines.filter((text) => text)) {
      const body = line.slice(0, -9);
      if (line.at(-9) !== '*' || line.slice(-8) !== crc32(body)) this.bad++;
      else this.#understand(body.split(' '));
    }
  }

  #understand([head, kind, ...fields]) {
    if (kind === 'hello') {
      const values = keyed(fields);
      if (values.boot !== this.boot) { this.boot = values.boot; this.have = 0; }
      this.have = Math.max(this.have, values.first - 1);
      this.revision = Math.max(this.revision, Number(values.shown));
      this.say(`- hello host proto=1 sw=bench boot=${this.boot} have=${this.have}${this.reads && ` reads=${this.reads}`}`);
      this.open = true;
    } else if (kind === 'status') this.statuses.push({ t: this.now, ...keyed(fields) });
    else if (kind === 'tagged') this.tagged = fields[1];
    else if (kind === 'sampled') this.sampled += fields[0];
    else if (kind === 'shown') this.shown = Number(fields[0]);
    else if (kind === 'refuse') this.refused.push(fields.join(' '));
    else if (kind === 'stopped') this.stopped = fields.join(' ');
    else if (head !== '-') {
      const number = Number(head.split('.')[1]);
      if (number === this.have + 1) { this.have++; this.message(kind, fields); } else if (number > this.have) this.gaps++;
      this.say(`- ack ${this.boot}.${this.have}`);
    }
  }

  run(ms) {
    const end = this.now + ms;
    while (end - this.now > 1e-6) {
      this.machine.run(Math.min(end, this.now + STEP_MS) * 1e6);
      if (this.open && this.now - this.heard >= BEAT_MS) this.say('- beat');
    }
  }

  until(met, ms) { // true as soon as `met()`; false if it is not for so long
    const end = this.now + ms;
    while (!met() && this.now < end) this.run(1);
    return met();
  }

  begin() {
    if (!this.until(() => this.open, 15000)) throw new Error('no hello');
    this.run(1500);
  }

  scene(text) { this.say(`- scene ${++this.revision} ${text}`); }

  press(panel, button, ms = 40, after = 40) {
    this.machine.setInput(BUTTONS[panel][button], false);
    this.run(ms);
    this.machine.setInput(BUTTONS[panel][button], true);
    this.run(after);
  }
}
