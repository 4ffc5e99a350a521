// One console on an emulated Pico with the real CircuitPython, for hours: benchmarks/emulated_soak.py starts this and says what it is.
//
//     RIG=... node emulated_soak.mjs IMAGE.uf2 DRIVE.img MINUTES
//
// RIG is a folder with machine.mjs, usbhost.mjs and fastcore.mjs. Each minute is a few seconds of play, in which every instruction runs,
// and leaps of 2.7 s in which the processor stands still while all clocks go on. Prints one JSON object a minute.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { pathToFileURL } from 'node:url';

const load = (file) => import(pathToFileURL(path.join(process.env.RIG, file)));
const { Machine, NVM_OFFSET } = await load('machine.mjs');
const { UsbHost } = await load('usbhost.mjs');
const { installFastCore } = await load('fastcore.mjs');
const [uf2, drive, minutes] = process.argv.slice(2);

const BUTTONS = [[2, 3, 4, 5], [6, 7, 8, 9]]; // firmware/lib/tapete_console/pins.py
const MINUS = 0, PLUS = 1, LOCK = 2, ROLL = 3;
const LEAP_MS = 2700; // the session ends after 3 s without a line
const AWAKE_MS = 20; // a few turns of the loop after each leap
const PROBE = '1439'; // emulated_soak.py: this minute of `clock` measures the largest free block
const PROBE_EVERY = 20;
const FAR_MS = 2 ** 28 - 1000; // the counter of ticks must be read that often
const PAST_FAR = 3; // minutes of play after uptime has passed 2**30 ms

function crc32(text) { // docs/link.md, section 2; zlib's own came with Node 22
  if (zlib.crc32) return zlib.crc32(text).toString(16).padStart(8, '0');
  let sum = 0xffffffff;
  for (const octet of Buffer.from(text, 'latin1')) {
    sum ^= octet;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

let erased = 0, resets = 0, largest = null;
const machine = new Machine({ uf2, fsImage: fs.readFileSync(drive), seed: 19, core: installFastCore });
machine.flashErase = (offset) => { erased += offset === NVM_OFFSET ? 1 : 0; };
const usb = new UsbHost(machine, { onData: (channel, octets) => (channel ? take(octets) : prompt(octets)) });
machine.onReset = () => { resets++; open = false; rest = ''; };
machine.onBoot = () => usb.attach();

// The host: what docs/link.md asks of one
let rest = '', said = '', open = false, boot = '', have = 0, revision = 0, bad = 0, gaps = 0;
let statuses = [], seals = {}, match = 0, told = {}, heard = 0;

function prompt(octets) {
  said = (said + Buffer.from(octets).toString('latin1')).slice(-2000);
  const found = /largest (\d+)\r?\n/.exec(said);
  if (found) { largest = Number(found[1]); said = ''; }
}

function say(body) {
  heard = now();
  usb.send(1, Buffer.from(`${body}*${crc32(body)}\n`, 'latin1'));
}

function take(octets) {
  rest += Buffer.from(octets).toString('latin1');
  const lines = rest.split('\n');
  rest = lines.pop();
  for (const line of lines.filter((text) => text)) {
    const body = line.slice(0, -9);
    if (line.at(-9) !== '*' || line.slice(-8) !== crc32(body)) bad++;
    else understand(body.split(' '));
  }
}

const keyed = (fields) => Object.fromEntries(fields.filter((field) => field.includes('=')).map((field) => field.split('=')));

function understand([head, kind, ...fields]) {
  if (kind === 'hello') {
    const values = keyed(fields);
    if (values.boot !== boot) { boot = values.boot; have = 0; }
    have = Math.max(have, values.first - 1);
    revision = Math.max(revision, Number(values.shown));
    say(`- hello host proto=1 sw=soak boot=${boot} have=${have}`);
    open = true;
  } else if (kind === 'status') statuses.push({ t: now(), ...keyed(fields) });
  else if (head !== '-') {
    const number = Number(head.split('.')[1]);
    if (number === have + 1) { have++; told[kind] = (told[kind] ?? 0) + 1; judge(kind, fields); } else if (number > have) gaps++;
    say(`- ack ${boot}.${have}`);
  }
}

function judge(kind, fields) { // a revealed bid must fit the seal that came when it was locked
  if (kind === 'locked') seals[fields[0]] = fields[2];
  if (kind === 'revealed') {
    const text = `${fields[3]}:${'AB'[fields[0]]}:${fields[2]}`;
    match += crypto.createHash('sha256').update(text).digest('hex') === seals[fields[0]] ? 1 : -1e6;
  }
}

// Time
const now = () => machine.now / 1e6;

function run(ms) {
  const end = now() + ms;
  while (end - now() > 1e-6) {
    machine.run(Math.min(end, now() + 50) * 1e6);
    if (open && now() - heard >= 900) say('- beat');
  }
}

function leap(ms) { // every clock goes on, the processor does not; the watchdog does not bite for it
  const { timer, alarm } = machine.rp.peripherals[0x40058];
  const was = timer.enable;
  alarm.enable = timer.enable = false;
  machine.clock.tick(ms * 1e6);
  alarm.enable = timer.enable = was;
}

function skipTo(end) {
  while (end - now() > AWAKE_MS + 1) {
    if (open) say('- beat');
    leap(Math.min(LEAP_MS, end - now() - AWAKE_MS));
    run(AWAKE_MS);
  }
}

// Play
function press(panel, button, ms = 40) {
  machine.setInput(BUTTONS[panel][button], false);
  run(ms);
  machine.setInput(BUTTONS[panel][button], true);
  run(40);
}

const scene = (text) => { say(`- scene ${++revision} ${text}`); run(40); };

function play(minute) {
  const id = `m${minute}`;
  scene(`A,37,50,turn,bid=${id}:1:37 B,50,50,turn,bid=${id}:1:50 bridge=0,-3,3,0`);
  for (let count = 0; count < 1 + (minute % 3); count++) press(0, PLUS);
  press(1, PLUS);
  press(0, LOCK);
  press(1, LOCK);
  run(60);
  say(`- reveal ${id}`);
  run(120);
  scene(`A,36,50,turn,pick=${id}p:0:14,show=5 B,50,50,ready,show=9,lock=pass bridge=1,-3,3,1`);
  for (const button of [PLUS, LOCK, ROLL]) press(0, button);
  scene(`A,130,50,turn,dice=${id}.r1,for=attack B,0,50,turn,dice=${id}.r2,for=defence`);
  press(0, ROLL);
  press(1, ROLL);
  run(540);
  scene('A,30,50,won B,0,50,lost');
  press(1, MINUS);
  press(0, ROLL); // a free throw
  say('- sample 100');
  run(60);
}

function stall() { // a host that hangs while people press
  usb.stall(1, true);
  const beating = open;
  open = false;
  for (let count = 0; count < 6; count++) press(count % 2, LOCK);
  leap(LEAP_MS);
  run(AWAKE_MS);
  usb.stall(1, false);
  open = beating;
  run(300);
}

function restart() { // a host that goes and comes back; it forgets what it had
  usb.setDtr(1, false);
  open = false;
  for (let count = 0; count < 3; count++) { leap(LEAP_MS); run(AWAKE_MS); }
  press(0, MINUS);
  press(1, ROLL);
  run(600);
  rest = '';
  usb.setDtr(1, true);
  run(600);
  if (!open) throw new Error('no session after a restart of the host');
}

function report(minute, from) {
  const played = statuses.filter((one) => one.t >= from.t && one.t < from.played);
  const last = statuses.at(-1);
  process.stdout.write(JSON.stringify({
    minute, emulated_s: Math.round(now() / 1000), up: Number(last.up), free: Number(last.free),
    least: Math.min(...statuses.map((one) => Number(one.free))), largest, turn: Math.max(...played.map((one) => Number(one.turn))), erased, resets, queue: Number(last.queue),
    dropped: Number(last.dropped), refused: Number(last.bad), bad, gaps, seals: match, told: { ...told },
    wall_s: Math.round(performance.now() / 1000),
  }) + '\n');
  statuses = [];
  largest = null;
}

let number = 0;
function minute() {
  const end = now() + 60000;
  say('- ask'); // the longest turn is told with each status: from here on it is that of play
  run(AWAKE_MS);
  const from = { t: now() };
  if (number % 3 !== 2) play(number); // in one minute of three nobody does anything
  say('- ask');
  run(AWAKE_MS);
  from.played = now();
  if (number % 4 === 1) stall();
  if (number % 4 === 3) restart();
  if (number % PROBE_EVERY === 0) { say(`- clock ${PROBE}`); run(400); }
  skipTo(end);
  report(number++, from);
}

while (!open && now() < 15000) run(100);
if (!open) throw new Error(`no hello: ${said}`);
run(1500);
while (number < Number(minutes)) minute();
usb.setDtr(1, false);
open = false;
for (let count = 0; count < 4; count++) { leap(FAR_MS); run(AWAKE_MS); }
rest = '';
usb.setDtr(1, true);
run(600);
while (number < Number(minutes) + PAST_FAR) minute();
