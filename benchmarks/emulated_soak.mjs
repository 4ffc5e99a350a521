// One console on an emulated Pico with the real CircuitPython, for hours: benchmarks/emulated_soak.py starts this and says what it is.
//
//     RIG=... node emulated_soak.mjs IMAGE.uf2 DRIVE.img MINUTES
//
// Each minute is a few seconds of play, in which every instruction runs, and leaps of 2.7 s in which the processor stands still while all
// clocks go on. Prints one JSON object a minute.
import crypto from 'node:crypto';
import { Host, LOCK, MINUS, PLUS, ROLL } from './_emulated.mjs';

const [uf2, drive, minutes] = process.argv.slice(2);

const LEAP_MS = 2700; // the session ends after 3 s without a line
const AWAKE_MS = 20; // a few turns of the loop after each leap
const PROBE = '1439'; // emulated_soak.py: this minute of `clock` measures the largest free block
const PROBE_EVERY = 20;
const FAR_MS = 2 ** 28 - 1000; // the counter of ticks must be read that often
const PAST_FAR = 3; // minutes of play after uptime has passed 2**30 ms

let said = '', largest = null, seals = {}, match = 0, told = {};
const host = new Host(uf2, drive, { prompt, message });

function prompt(octets) {
  said = (said + Buffer.from(octets).toString('latin1')).slice(-2000);
  const found = /largest (\d+)\r?\n/.exec(said);
  if (found) { largest = Number(found[1]); said = ''; }
}

function message(kind, fields) { // a revealed bid must fit the seal that came when it was locked
  told[kind] = (told[kind] ?? 0) + 1;
  if (kind === 'locked') seals[fields[0]] = fields[2];
  if (kind === 'revealed') {
    const text = `${fields[3]}:${'AB'[fields[0]]}:${fields[2]}`;
    match += crypto.createHash('sha256').update(text).digest('hex') === seals[fields[0]] ? 1 : -1e6;
  }
}

// Time
function leap(ms) { // every clock goes on, the processor does not; the watchdog does not bite for it
  const { timer, alarm } = host.machine.rp.peripherals[0x40058];
  const was = timer.enable;
  alarm.enable = timer.enable = false;
  host.machine.clock.tick(ms * 1e6);
  alarm.enable = timer.enable = was;
}

function skipTo(end) {
  while (end - host.now > AWAKE_MS + 1) {
    if (host.open) host.say('- beat');
    leap(Math.min(LEAP_MS, end - host.now - AWAKE_MS));
    host.run(AWAKE_MS);
  }
}

// Play
const press = (panel, button) => host.press(panel, button);
const scene = (text) => { host.scene(text); host.run(40); };

function play(minute) {
  const id = `m${minute}`;
  scene(`A,37,50,turn,bid=${id}:1:37 B,50,50,turn,bid=${id}:1:50 bridge=0,-3,3,0`);
  for (let count = 0; count < 1 + (minute % 3); count++) press(0, PLUS);
  press(1, PLUS);
  press(0, LOCK);
  press(1, LOCK);
  host.run(60);
  host.say(`- reveal ${id}`);
  host.run(120);
  scene(`A,36,50,turn,pick=${id}p:0:14,show=5 B,50,50,ready,show=9,lock=pass bridge=1,-3,3,1`);
  for (const button of [PLUS, LOCK, ROLL]) press(0, button);
  scene(`A,130,50,turn,dice=${id}.r1,for=attack B,0,50,turn,dice=${id}.r2,for=defence`);
  press(0, ROLL);
  press(1, ROLL);
  host.run(540);
  scene('A,30,50,won B,0,50,lost');
  press(1, MINUS);
  press(0, ROLL); // a free throw
  host.say('- sample 100');
  host.run(60);
}

function stall() { // a host that hangs while people press
  host.usb.stall(1, true);
  const beating = host.open;
  host.open = false;
  for (let count = 0; count < 6; count++) press(count % 2, LOCK);
  leap(LEAP_MS);
  host.run(AWAKE_MS);
  host.usb.stall(1, false);
  host.open = beating;
  host.run(300);
}

function restart() { // a host that goes and comes back; it forgets what it had
  host.usb.setDtr(1, false);
  host.open = false;
  for (let count = 0; count < 3; count++) { leap(LEAP_MS); host.run(AWAKE_MS); }
  press(0, MINUS);
  press(1, ROLL);
  host.run(600);
  host.rest = '';
  host.usb.setDtr(1, true);
  host.run(600);
  if (!host.open) throw new Error('no session after a restart of the host');
}

function report(minute, from) {
  const played = host.statuses.filter((one) => one.t >= from.t && one.t < from.played);
  const last = host.statuses.at(-1);
  process.stdout.write(JSON.stringify({
    minute, emulated_s: Math.round(host.now / 1000), up: Number(last.up), free: Number(last.free),
    least: Math.min(...host.statuses.map((one) => Number(one.free))), largest, turn: Math.max(...played.map((one) => Number(one.turn))), erased: host.erased, resets: host.resets, queue: Number(last.queue),
    dropped: Number(last.dropped), refused: Number(last.bad), bad: host.bad, gaps: host.gaps, seals: match, told: { ...told },
    wall_s: Math.round(performance.now() / 1000),
  }) + '\n');
  host.statuses = [];
  largest = null;
}

let number = 0;
function minute() {
  const end = host.now + 60000;
  host.say('- ask'); // the longest turn is told with each status: from here on it is that of play
  host.run(AWAKE_MS);
  const from = { t: host.now };
  if (number % 3 !== 2) play(number); // in one minute of three nobody does anything
  host.say('- ask');
  host.run(AWAKE_MS);
  from.played = host.now;
  if (number % 4 === 1) stall();
  if (number % 4 === 3) restart();
  if (number % PROBE_EVERY === 0) { host.say(`- clock ${PROBE}`); host.run(400); }
  skipTo(end);
  report(number++, from);
}

host.begin();
while (number < Number(minutes)) minute();
host.usb.setDtr(1, false);
host.open = false;
for (let count = 0; count < 4; count++) { leap(FAR_MS); host.run(AWAKE_MS); }
host.rest = '';
host.usb.setDtr(1, true);
host.run(600);
while (number < Number(minutes) + PAST_FAR) minute();
