// What a console of some profile measures in play: benchmarks/emulated_profiles.py starts this and says what it is.
//
//     RIG=... node emulated_profiles.mjs IMAGE.uf2 DRIVE.img PANELS PARTS SECONDS
//
// PARTS are named with commas between them, `-` for none. Prints one JSON object.
import { BUTTONS, Host, LOCK, PLUS, numbers } from './_emulated.mjs';
import { Bus, Expander, FourDigits, Seesaw, StickerReader } from './_parts.mjs';

const [uf2, drive, panelsText, partsText, seconds] = process.argv.slice(2);
const panels = Number(panelsText), parts = partsText.split(',');
const STEP_MS = 25, SCENE_MS = 250, PRESS_MS = 400, SIGNS = ['acts', 'wins:31', 'loses:44', 'void', 'bid:17', 'step:20'];
const FIRST_DISPLAY = 0x70, READER_UART = 0;
const DIGIT_PRESSES = 30, PATIENCE_MS = 400;

const random = numbers(3);
const laid = {}, took = [];
let cards = 0, told = 0;
const host = new Host(uf2, drive, { message: (kind, fields) => {
  told += kind === 'report' ? 0 : 1;
  if (kind === 'tag' && laid[fields[1]] && fields[2]) { cards++; took.push(host.now - laid[fields[1]]); delete laid[fields[1]]; }
} });
if (parts.includes('reader')) host.reads = 'tag,tagged';
const reader = parts.includes('reader') ? new StickerReader(host.machine, READER_UART) : null;
const displays = [...Array(panels).keys()].map(() => new FourDigits());
const expander = parts.includes('keys') ? new Expander() : null, seesaw = parts.includes('bus_encoder') ? new Seesaw() : null;
const devices = { ...(expander && { 0x20: expander }), ...(seesaw && { 0x36: seesaw }) };
if (parts.includes('digits')) displays.forEach((one, at) => { devices[FIRST_DISPLAY + at] = one; });
const bus = Object.keys(devices).length ? new Bus(host.machine, devices) : null;
function finger(panel, button, down) {
  if (!expander) host.machine.setInput(BUTTONS[panel][button], !down);
  else if (down) expander.levels &= ~(1 << (4 * panel + button));
  else expander.levels |= 1 << (4 * panel + button);
}
const boot = host.machine.onBoot;
host.machine.onBoot = (...all) => { boot(...all); reader?.attach(); bus?.attach(); };
reader?.attach();
bus?.attach();

function scene(number) { // counters and wall in motion, each third scene asks, each fifth tells
  const fields = [...Array(panels).keys()].map((panel) => {
    const value = (number * 7 + panel * 13) % 51;
    const asks = [`turn,bid=s${number >> 2}:1:50`, 'waiting', `turn,pick=p${number}:1:14`, `turn,dice=d${number}x${panel},for=attack`][(number >> 1) % 4];
    return `${'ABCD'[panel]},${value},50,${asks}${number % 5 ? '' : `,tell=t${number}:${SIGNS[(number / 5 + panel) % SIGNS.length]}`}`;
  });
  return `${fields.join(' ')} bridge=${(number % 9) - 4},-3,3,${number % 3}`;
}

function toDigits() { // ms from a finger on PLUS, or a step of the knob, to the digit; open numbers, while scenes go on
  const times = [];
  let next = host.now;
  const go = (ms, met = () => false) => host.until(() => { if (host.now >= next) { next += SCENE_MS; host.scene(picks()); } return met(); }, ms);
  const picks = () => `${[...Array(panels).keys()].map((panel) => `${'ABCD'[panel]},${++turned % 51},50,turn,pick=digit:0:99`).join(' ')} bridge=${(turned % 9) - 4},-3,3,0`;
  go(2500);
  for (let press = 0; press < DIGIT_PRESSES; press++) {
    const knob = seesaw && press % 2, panel = knob ? 0 : press % panels, before = String(displays[panel].shown);
    go(300 + random() * 90);
    const begun = host.now;
    if (knob) seesaw.position++;
    else finger(panel, PLUS, true);
    times.push(go(PATIENCE_MS, () => String(displays[panel].shown) !== before) ? host.now - begun : PATIENCE_MS);
    if (!knob) { go(60); finger(panel, PLUS, false); }
  }
  return times.map(Math.round).sort((one, other) => one - other);
}

host.begin();
const connected = host.statuses.at(-1);
const mark = host.statuses.length;
let turned = 0;
for (let at = 0; at < Number(seconds) * 1000; at += STEP_MS) {
  host.run(STEP_MS);
  if (at % SCENE_MS === 0) host.scene(scene(++turned));
  if (at % PRESS_MS === 0) {
    const panel = Math.floor(random() * panels), button = Math.floor(random() * (LOCK + 2));
    finger(panel, button, true);
    host.run(STEP_MS * 2);
    finger(panel, button, false);
    if (seesaw) seesaw.position += 2;
  }
  if (reader && at % 2000 === 500) {
    const uid = `04${(at + 0x100000).toString(16).padStart(12, '0')}`;
    laid[uid] = host.now;
    reader.lay({ uid, text: 'MOR.REED.SCOUT' });
  }
  if (reader && at % 2000 === 1500) reader.lay();
  if (reader) reader.mute = at >= 8000 && at < 10000;
}
const digits = parts.includes('digits') ? toDigits() : [];
host.say('- ask');
host.run(60);
const played = host.statuses.slice(mark);
const most = (key, of) => Math.max(...of.map((status) => Number(status[key])));
const least = (key, of) => Math.min(...of.map((status) => Number(status[key])));
const { resets, bad, erased, refused, gaps } = host;
process.stdout.write(JSON.stringify({
  panels, parts: partsText, connect: most('turn', host.statuses.slice(0, mark)), free: Number(connected.free), turn: most('turn', played),
  turns: played.map((status) => Number(status.turn)), play: least('free', played), rate: least('rate', played.slice(2)),
  cards, card_ms: took.length ? [Math.round(Math.min(...took)), Math.round(Math.max(...took))] : [], digits: displays[0].shown ?? [],
  told, resets, bad, erased, refused, gaps, digit_ms: digits.length ? [digits[digits.length >> 1], digits.at(-1)] : [], digits_ms: digits,
}) + '\n');
process.exit(0);
