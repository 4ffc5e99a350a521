// The longest turn of an emulated console in each of many scenes: benchmarks/emulated_scenes.py starts this and says what it is.
//
//     RIG=... node emulated_scenes.mjs IMAGE.uf2 DRIVE.img SCENES
//
// SCENES is a file with the fields of one scene a line. Prints one JSON object a scene.
import fs from 'node:fs';
import { BUTTONS, Host, numbers } from './_emulated.mjs';

const [uf2, drive, scenes] = process.argv.slice(2);
const ANSWERED_MS = 60, WITHIN_MS = 30, SETTLED_MS = 120, PATIENCE_MS = 2000;

const random = numbers(7);
const below = (count) => Math.floor(random() * count);
const host = new Host(uf2, drive);
host.begin();
for (const text of fs.readFileSync(scenes, 'ascii').split('\n').filter((line) => line)) {
  host.say('- ask'); // a status begins the longest turn anew
  host.run(ANSWERED_MS);
  host.statuses = [];
  host.refused = [];
  host.scene(text);
  host.run(random() * WITHIN_MS);
  host.press(below(text.split(' ').filter((field) => !field.startsWith('bridge=')).length), below(BUTTONS[0].length));
  const shown = host.until(() => host.shown >= host.revision || host.refused.length, PATIENCE_MS) && !host.refused.length;
  host.run(SETTLED_MS);
  host.say('- ask');
  host.run(ANSWERED_MS);
  const turn = Math.max(...host.statuses.map((status) => Number(status.turn)));
  const free = Math.min(...host.statuses.map((status) => Number(status.free)));
  const { resets, bad, erased } = host;
  process.stdout.write(JSON.stringify({ text, shown, refused: host.refused, turn, free, resets, bad, erased, at_s: Math.round(host.now / 1000) }) + '\n');
}
process.exit(0);
