// @ts-check
// Ten wrong requests: the types refuse each (`tsc --strict`), and so does the referee.
import { Pipe, Refused } from "tapete";

const pipe = await Pipe.open();
const duel = await pipe.start("shazamm");
/** @type {(() => Promise<unknown>)[]} */
const wrong = [
  // @ts-expect-error  no such action
  () => duel.do({ action: "lock_bidd", seat: "A", amount: 9 }),
  // @ts-expect-error  a number is expected
  () => duel.do({ action: "lock_bid", seat: "A", amount: "nine" }),
  // @ts-expect-error  no such seat
  () => duel.do({ action: "lock_bid", seat: "E", amount: 9 }),
  // @ts-expect-error  no such argument
  () => duel.do({ action: "lock_bid", seat: "A", mana: 9 }),
  // @ts-expect-error  whose numbers?
  () => duel.do({ action: "declare_cards", numbers: [7] }),
  // @ts-expect-error  an action of another game
  () => duel.check({ action: "start_game" }),
  // @ts-expect-error  no such question
  () => duel.ask("hand"),
  // @ts-expect-error  no such argument in a draft
  () => duel.legal("A", { action: "declare_cards", card: 7 }),
  // @ts-expect-error  a bot plays one seat
  () => duel.play(["A", "B"]),
  // @ts-expect-error  no such house rule
  () => pipe.start("shazamm", { options: { manna: 60 } }),
];
for (const ask of wrong) {
  try {
    await ask();
    console.log(`taken: ${ask}`);
  } catch (no) {
    if (!(no instanceof Refused)) throw no;
    console.log(`refused: ${no.refusals[0]?.code}`);
  }
}
await pipe.close();
