// What a harmed drive says: benchmarks/emulated_drives.py starts this and says what it is.
//
//     RIG=... node emulated_drives.mjs IMAGE.uf2 DRIVE.img PATIENCE_MS
//
// Prints one JSON object: after how many ms of emulated time the console said `hello` or `stopped` at its data channel, or `stopped` at
// the prompt of a board without one; what it said; red ends on the first chain.
import { CHAINS, Host, WS2812 } from './_emulated.mjs';

const [uf2, drive, patience] = process.argv.slice(2);
let prompt = '', ends = '';
const host = new Host(uf2, drive, { prompt: (octets) => { prompt += Buffer.from(octets).toString('latin1'); } });
new WS2812(host.machine, CHAINS[0], { order: 'GRB', bpp: 3, onFrame: ({ px }) => { ends = [px[0], px.at(-1)].map(String).join(' '); } });
const told = () => (prompt.match(/- stopped [^*]*\*[0-9a-f]{8}/) ?? [''])[0];
host.until(() => host.open || host.stopped || told(), Number(patience));
process.stdout.write(JSON.stringify({
  ms: Math.round(host.now), hello: host.open, stopped: host.stopped, prompt: told(), red: ends === '40,0,0 40,0,0', resets: host.resets,
  tail: host.open || host.stopped ? '' : prompt.slice(-300),
}) + '\n');
process.exit(0);
