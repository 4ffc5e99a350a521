// A console on an emulated Pico that lives when it is told to: benchmarks/emulated_match.py starts this and says what it is.
//
//     RIG=... node emulated_match.mjs IMAGE.uf2 DRIVE.img PANELS [TRACE]
//
// It is what host/tapete/console/stepped_board.py is, with the real interpreter in place of the fakes: it prints where its control channel
// is, and lets time go by as `go_on` says (host/tapete/console/simulated_control.py). When its input ends it tells on stderr what it has seen.
// TRACE is a file for every line, picture and change of a pin with its moment in milliseconds.
import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import { BRIDGE, BUTTONS, CHAINS, NVM_OFFSET, UsbHost, WS2812, emulated } from './_emulated.mjs';

const [uf2, drive, panels, traced] = process.argv.slice(2);

const NAMES = ['minus', 'plus', 'lock', 'roll'];
const COUNTER = 50, DIE = 10, CHAIN = 80;
const LIFT_NS = 60e6; // host/tapete/console/simulated_fingers.py
const STEP_NS = 250e3;

const seen = { turn: 0, least: Infinity, lines: 0, resets: 0, nvm_writes: 0, presses: 0 };
const lit = {};
let picture = 0, plugged = false, opened = false, outgoing = [], rest = '', queued = [];
const freeAt = {};

const machine = emulated(uf2, drive);
machine.flashErase = (offset) => { seen.nvm_writes += offset === NVM_OFFSET ? 1 : 0; };
const usb = new UsbHost(machine, { onData: (channel, octets) => channel && take(octets), onReady: () => { plugged = true; } });
usb.dtrOn.delete(1); // nobody has the port open yet
const decoders = [...CHAINS.slice(0, Number(panels)), BRIDGE].map((pin) => new WS2812(machine, pin, { onFrame: (frame) => {
  const colours = frame.px.map(([red, green, blue]) => (red << 16) | (green << 8) | blue);
  if (String(colours) !== String(lit[pin])) { lit[pin] = colours; picture++; trace(`picture on ${pin}`); }
} }));
machine.onReset = () => { seen.resets++; plugged = opened = false; rest = ''; };
machine.onBoot = () => { usb.attach(); decoders.forEach((decoder) => decoder.attach()); };

const trace = (what) => traced && fs.appendFileSync(traced, `${(machine.now / 1e6).toFixed(1)} ${what}\n`);

function take(octets) {
  outgoing.push(Buffer.from(octets));
  rest += Buffer.from(octets).toString('latin1');
  const lines = rest.split('\n');
  rest = lines.pop();
  for (const line of lines.filter((text) => text)) {
    seen.lines++;
    trace(`< ${line}`);
    const [, , ...fields] = line.slice(0, -9).split(' ');
    if (!line.startsWith('- status ')) continue;
    const told = Object.fromEntries(fields.map((field) => field.split('=')));
    seen.turn = Math.max(seen.turn, Number(told.turn));
    seen.least = Math.min(seen.least, Number(told.free));
  }
}

// Requests: one answer to each
const answers = {
  look: () => ({
    picture,
    panels: [...Array(Number(panels)).keys()].map((panel) => {
      const chain = lit[CHAINS[panel]] ?? Array(CHAIN).fill(0);
      return { counter: chain.slice(0, COUNTER), die: chain.slice(COUNTER, COUNTER + DIE), private: chain.slice(COUNTER + DIE) };
    }),
    bridge: lit[BRIDGE] ?? [],
  }),
  press: ({ panel, button, ms = 80 }) => {
    const pin = BUTTONS[panel][NAMES.indexOf(button)];
    const down = Math.max(machine.now, freeAt[pin] ?? 0), up = down + ms * 1e6;
    queued.push({ at: down, pin, high: false }, { at: up, pin, high: true });
    queued.sort((one, other) => one.at - other.at);
    freeAt[pin] = up + LIFT_NS;
    seen.presses++;
    return {};
  },
  go_on: ({ until_us, octets, opened: wanted }) => {
    if (plugged && wanted !== opened) { opened = wanted; usb.setDtr(1, opened); }
    const sent = Buffer.from(octets, 'base64');
    if (sent.length) { usb.send(1, sent); trace(`> ${sent.toString('latin1').trimEnd()}`); }
    const before = picture, there = plugged;
    while (machine.now < until_us * 1e3 && !outgoing.length && picture === before && plugged === there) {
      for (; queued.length && queued[0].at <= machine.now; queued.shift()) {
        machine.setInput(queued[0].pin, queued[0].high);
        trace(`pin ${queued[0].pin} ${queued[0].high ? 'up' : 'down'}`);
      }
      const next = Math.min(machine.now + STEP_NS, until_us * 1e3, queued[0]?.at ?? Infinity);
      machine.run(Math.max(next, machine.now + 1));
    }
    const said = Buffer.concat(outgoing);
    outgoing = [];
    return { at_us: Math.round(machine.now / 1e3), octets: said.toString('base64'), picture, plugged };
  },
};

const token = crypto.randomBytes(16).toString('hex');
const server = net.createServer((caller) => {
  let waiting = '', proved = false;
  caller.setNoDelay(true);
  caller.on('error', () => caller.destroy());
  caller.on('data', (octets) => {
    waiting += octets;
    const lines = waiting.split('\n');
    waiting = lines.pop();
    for (const line of lines) {
      if (!proved) {
        if (line !== token) { caller.destroy(); return; }
        proved = true;
        continue;
      }
      const request = JSON.parse(line), answer = answers[request.type];
      caller.write(JSON.stringify(answer ? answer(request) : { error: `an emulated board knows no ${request.type}` }) + '\n');
    }
  });
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(JSON.stringify({ url: 'emulator', control: server.address().port, token }) + '\n');
});
process.stdin.resume().on('end', () => {
  process.stderr.write(JSON.stringify({ ...seen, emulated_s: machine.now / 1e9 }) + '\n', () => process.exit());
});
