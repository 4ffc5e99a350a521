// @ts-check
// Two bots play each game to its end: node two-bots.mjs
import { Pipe, Refused } from "tapete";

const pipe = await Pipe.open();
const games = /** @type {const} */ (["shazamm", "moriham", "datamorphs", "bhm", "mamlejet"]);

for (const game of games) {
  const match = await pipe.start(game, { seats: ["A", "B"] });
  let moves = 0;
  for (let owed = await match.ask("awaiting"); owed[0]; owed = await match.ask("awaiting")) {
    const who = owed[0].meaning === "die" ? null : owed[0].seat;
    await match.play(who, { strength: "easy", seconds: 0.01 });
    moves += 1;
  }
  const result = await match.ask("result");
  console.log(`${game}: ${result?.result} ${result?.seats.join(" and ")} (${result?.reason}) after ${moves} answers`);
}

const match = await pipe.start("shazamm");
await match.do({ action: "lock_bid", seat: "A", amount: 9 });
try {
  await match.do({ action: "lock_bid", seat: "B", amount: 51 });
} catch (no) {
  if (!(no instanceof Refused)) throw no;
  console.log(`refused: ${no.message}`);
}
await pipe.close();
