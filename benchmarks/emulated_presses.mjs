// Bouncing contacts and noise on the buttons of an emulated Pico: benchmarks/emulated_presses.py starts this and says what it is.
//
//     RIG=... node emulated_presses.mjs IMAGE.uf2 DRIVE.img PULSES
//
// No host is there: a console that is alone counts with PLUS and MINUS on the first panel's counter, and the decoded pixels tell the number.
import { BUTTONS, CHAINS, UsbHost, WS2812, emulated, numbers } from './_emulated.mjs';

const [uf2, drive, pulses] = process.argv.slice(2);

const [MINUS, PLUS] = BUTTONS[0], COUNTER = 50;
const MS = 1e6, ALONE_MS = 12_000, SETTLED_MS = 2_500, BASE = 10;
const PRESSES = 60, HELD_MS = 60, APART_MS = 120, NOISE_APART_MS = 18;
const BOUNCES_MS = [3, 5, 8, 10, 12, 15, 20], NOISE_MS = [0.2, 0.5, 1, 1.9], LONGER_MS = [3, 5, 8, 10, 15];

const random = numbers(19);
const machine = emulated(uf2, drive);
machine.flashErase = () => {};
const usb = new UsbHost(machine, { onData: () => {}, onReady: () => {} });
usb.dtrOn.delete(1);
let chain = [], resets = 0;
const decoder = new WS2812(machine, CHAINS[0], { onFrame: (frame) => { chain = frame.px; } });
machine.onReset = () => { resets++; };
machine.onBoot = () => { usb.attach(); decoder.attach(); };

const run = (ms) => machine.run(machine.now + ms * MS);
const number = () => { run(SETTLED_MS); return chain.slice(0, COUNTER).filter((rgb) => rgb.some((part) => part)).length; };

function flutter(pin, end, ms) { // open and close at random, then stay
  const until = machine.now + ms * MS;
  while (machine.now < until) {
    machine.setInput(pin, random() < 0.5);
    run(Math.min(0.05 + random() * 0.8, (until - machine.now) / MS));
  }
  machine.setInput(pin, end);
}

function bounced(pin, ms) {
  flutter(pin, false, ms);
  run(HELD_MS);
  flutter(pin, true, ms);
  run(APART_MS);
}

function pulse(ms) {
  machine.setInput(PLUS, false);
  run(ms);
  machine.setInput(PLUS, true);
  run(NOISE_APART_MS + random() * 5); // at every place between two scans
}

run(ALONE_MS);
const start = number();
for (let times = 0; times < Math.abs(start - BASE); times++) bounced(start > BASE ? MINUS : PLUS, 0);
const told = { base: number(), bounces: {}, pulses: {}, longer: {} };
for (const ms of BOUNCES_MS) { // up and down again, so that the counter has room
  let counted = 0, before = number();
  for (const pin of [PLUS, MINUS]) {
    for (let times = 0; times < PRESSES / 2; times++) bounced(pin, ms);
    const now = number();
    counted += Math.abs(now - before);
    before = now;
  }
  told.bounces[ms] = counted;
  process.stderr.write(`bounces of ${ms} ms: ${counted} of ${PRESSES}\n`);
}
for (const [name, widths, times] of [['pulses', NOISE_MS, Math.ceil(Number(pulses) / NOISE_MS.length)], ['longer', LONGER_MS, PRESSES]]) {
  for (const ms of widths) {
    const before = number();
    for (let done = 0; done < times; done++) {
      pulse(ms);
      if (name === 'longer' && done === PRESSES / 2) for (let back = number(); back > BASE; back--) { told[name][ms] = (told[name][ms] ?? 0) + 1; bounced(MINUS, 0); }
    }
    const now = number();
    told[name][ms] = (told[name][ms] ?? 0) + now - (name === 'longer' ? BASE : before);
    process.stderr.write(`${times} pulses of ${ms} ms: ${told[name][ms]} counted\n`);
    for (let back = now; back > BASE; back--) bounced(MINUS, 0);
  }
}
process.stdout.write(JSON.stringify({ ...told, resets, emulated_s: Math.round(machine.now / 1e9) }) + '\n');
process.exit(0);
