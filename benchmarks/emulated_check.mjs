// The walk through a console on the emulator: benchmarks/emulated_check.py starts this, says what it is and judges.
//
//     RIG=... node emulated_check.mjs IMAGE.uf2 DRIVE.img PANELS|hang|boot
//
// Prints one JSON object for each step.
import crypto from 'node:crypto';
import { BRIDGE, BUTTONS, CHAINS, Host, LOCK, MINUS, PLUS, ROLL, WS2812, numbers } from './_emulated.mjs';

const [uf2, drive, what] = process.argv.slice(2);
const panels = Number(what) || 2, SEATS = 'ABCD', COUNTER = 50, PUBLIC = 60;
const TICKS_WRAP_MS = 64500; // a second before 2**29 of supervisor.ticks_ms

const put = (step, values) => process.stdout.write(JSON.stringify({ step, ...values }) + '\n');
const random = numbers(99);
const told = [], frames = {};
let prompt = '';
const host = new Host(uf2, drive, {
  prompt: (octets) => { prompt = (prompt + Buffer.from(octets).toString('latin1')).slice(-400); },
  message: (kind, fields) => told.push([kind, ...fields]),
});
const decoders = [...CHAINS.slice(0, panels), BRIDGE].map((pin) => new WS2812(host.machine, pin, { onFrame: (frame) => {
  frames[pin] = { at: frame.start_ns / 1e6 + frame.dur_us / 1e3, pixels: frame.px.map((levels) => levels.some(Boolean)), short: frame.t0h, long: frame.t1h };
} }));
const boot = host.machine.onBoot;
host.machine.onBoot = (...all) => { boot(...all); decoders.forEach((decoder) => decoder.attach()); };

const all = (text) => Array.from({ length: panels }, (_, panel) => `${SEATS[panel]},${text(panel)}`).join(' ');
const set = (panel, button, down) => host.machine.setInput(BUTTONS[panel][button], !down);
const hood = (panel) => frames[CHAINS[panel]].pixels.flatMap((lit, at) => (lit && at >= PUBLIC ? [at - PUBLIC] : []));
const counted = (panel) => frames[CHAINS[panel]].pixels.slice(0, COUNTER).filter(Boolean).length;
const of = (kind, since = 0) => told.slice(since).filter(([one]) => one === kind);
let seen = 0;
function mark(step) { // the longest turn and the least memory since the last mark
  const since = host.statuses.slice(seen);
  seen = host.statuses.length;
  put('turns', { during: step, turn: Math.max(0, ...since.map(({ turn }) => Number(turn))), free: Math.min(...since.map(({ free }) => Number(free))) });
}
function after(deed, met, patience) { // how many ms until that was met; null if it was not
  const begun = host.now;
  deed();
  return host.until(met, patience) ? host.now - begun : null;
}
function show(text) { // until it is shown
  const refused = host.refused.length;
  return after(() => host.scene(text), () => host.shown >= host.revision || host.refused.length > refused, 2000);
}

function bids() {
  show(`${all(() => '30,50,turn,bid=s1:0:99')} bridge=0,-3,3,0`);
  host.run(500);
  const times = [], since = told.length;
  for (let press = 0; press < 30; press++) {
    host.run(120 + random() * 90);
    const panel = press % panels, before = String(hood(panel)), begun = host.now;
    set(panel, PLUS, true);
    times.push(host.until(() => String(hood(panel)) !== before, 150) ? frames[CHAINS[panel]].at - begun : null);
    host.run(40);
    set(panel, PLUS, false);
    host.run(60);
  }
  put('pixels', { times, told: told.length - since });
  for (let panel = 0; panel < panels; panel++) host.press(panel, LOCK, 50, 150);
  host.refused = [];
  host.say('- reveal s1 s2');
  host.until(() => host.refused.length, 500);
  host.run(200);
  host.say('- reveal s1');
  host.until(() => of('revealed').length >= panels, 1500);
  const seals = Object.fromEntries(of('locked').map(([, panel, , seal]) => [panel, seal]));
  const fit = of('revealed').map(([, panel, , bid, nonce]) => crypto.createHash('sha256').update(`${nonce}:${SEATS[panel]}:${bid}`).digest('hex') === seals[panel]);
  put('seals', { refused: host.refused, fit });
}

function vanishes() { // the counter stands still until its player frees it
  show(all(() => '37,50,turn'));
  host.run(200);
  host.usb.setDtr(1, false);
  host.open = false;
  host.run(4000);
  host.press(0, PLUS, 50, 1200);
  const still = counted(0);
  for (const button of [MINUS, PLUS]) set(0, button, true);
  host.run(2300);
  for (const button of [MINUS, PLUS]) set(0, button, false);
  host.run(200);
  host.press(0, MINUS, 50, 1500);
  const freed = counted(0);
  host.usb.setDtr(1, true);
  host.run(2500);
  put('vanishes', { still, freed, told: of('alone').at(-1) ?? [], session: host.open });
}

function wraps() {
  show(all(() => '30,50,turn,bid=w1:0:99'));
  host.until(() => host.now >= TICKS_WRAP_MS, 90000);
  const held = [];
  set(0, PLUS, true);
  for (let at = 0; at < 2700; at += 20) {
    host.run(20);
    const [tens, units] = hood(0), number = 10 * tens + units - 10;
    if (held.at(-1) !== number) held.push(number);
  }
  set(0, PLUS, false);
  put('wraps', { held, at: host.now });
}

function rubbish() {
  const before = Number(host.statuses.at(-1).bad);
  host.refused = [];
  for (const text of ['garbage\n', '- beet*00000000\n', `${'x'.repeat(3000)}\n`, `${'\xff\xfe\x00\x80'.repeat(50)}\n`]) host.usb.send(1, Buffer.from(text, 'latin1'));
  for (const body of ['- dance', '- scene 99999 A,1,50,turn,bid=s1:9:3', '- clock 1440', '- sample 0']) host.say(body);
  host.run(2500);
  put('rubbish', { bad: Number(host.statuses.at(-1).bad) - before, refused: host.refused.length, session: host.open });
}

function stalls() {
  const since = told.length;
  host.usb.stall(1, true);
  for (let press = 0; press < 12; press++) host.press(press % panels, MINUS, 50, 120);
  host.run(9500);
  host.usb.stall(1, false);
  host.run(2500);
  put('stalls', { told: told.length - since, gaps: host.gaps, resets: host.resets });
}

function samples() {
  host.sampled = '';
  for (let at = 0; at < 30; at++) { host.say('- sample 100'); host.run(120); }
  put('samples', { counts: [...Array(10).keys()].map((digit) => host.sampled.split(String(digit)).length - 1) });
}

function walk() {
  const open = host.until(() => host.open, 15000);
  put('hello', { open, ms: Math.round(host.now), cdcs: host.usb.cdcs.length, prompt: open ? '' : prompt });
  if (!open) return;
  host.run(2500);
  mark('connect');
  put('scenes', { times: [...Array(8).keys()].map((at) => { const ms = show(`${all(() => `${30 + at},50,turn`)} bridge=0,-3,3,0`); host.run(150); return ms; }) });
  bids();
  show(all(() => '30,50,turn'));
  host.run(2000);
  const lines = [];
  for (let press = 0; press < 12; press++) {
    host.run(90 + random() * 60);
    const since = told.length;
    lines.push(after(() => set(press % panels, press % 2, true), () => told.length > since, 400));
    set(press % panels, press % 2, false);
    host.run(100);
  }
  put('lines', { times: lines });
  show(all((panel) => `30,50,turn,dice=r${panel},for=attack`));
  for (let panel = 0; panel < panels; panel++) host.press(panel, ROLL);
  host.run(1000);
  put('rolls', { faces: of('rolled').map(([, , , face]) => Number(face)) });
  mark('play');
  rubbish();
  mark('rubbish');
  stalls();
  mark('stall');
  vanishes();
  mark('vanish');
  wraps();
  mark('wrap');
  samples();
  const { resets, bad } = host;
  const { short, long } = frames[CHAINS[0]];
  put('end', { resets, bad, reports: of('report'), short, long, free: Math.min(...host.statuses.map(({ free }) => Number(free))), ms: Math.round(host.now) });
}

function hang() { // the drive's program stands still at clock 777
  host.begin();
  const before = host.boot;
  show('A,30,50,turn,bid=s1:0:50 B,30,50,turn,bid=s1:0:50');
  host.run(200);
  host.press(0, LOCK);
  host.run(1200);
  const bid = host.statuses.at(-1).bids;
  const ms = after(() => host.say('- clock 777'), () => host.resets > 0, 12000);
  host.until(() => host.open, 9000);
  host.run(2500);
  put('hang', { bid, ms, anew: host.boot !== before, left: host.statuses.at(-1).bids, reports: of('report').map((words) => words.slice(1).join(' ')) });
}

if (what === 'hang') hang();
else if (what === 'boot') {
  const open = host.until(() => host.open, 9000);
  host.run(2500);
  put('boot', { open, resets: host.resets, reports: of('report').map((words) => words.slice(1).join(' ')) });
} else walk();
process.exit(0);
