// A front end in another language: two players in a terminal, over the referee protocol (docs/referee-protocol.md).
//
//     node examples/front_end.mjs [GAME] [COMMAND ...]
//
// COMMAND starts the referee; left out, it is `tapete referee`. Type an action as JSON, a seat's letter to see what it may do, `undo`, or
// nothing to end. Without a terminal the lines are read from standard input, one after the other.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [game = "shazamm", ...command] = process.argv.slice(2);
const [program, ...words] = command.length ? command : ["tapete", "referee"];
const referee = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: referee.stdout })[Symbol.asyncIterator]();

/** Send one line to the referee and wait for its answer. */
async function ask(line) {
  referee.stdin.write(JSON.stringify(line) + "\n");
  const { value, done } = await answers.next();
  if (done) throw new Error("the referee has ended");
  return JSON.parse(value);
}

/** Print what is refused, or what happened, then what is due. */
async function show(answer) {
  for (const refusal of answer.refusals ?? []) console.log(`  no: ${refusal.text.en}${refusal.clause ? ` (${refusal.clause})` : ""}`);
  for (const event of answer.events ?? []) console.log(`  ${event.event} ${JSON.stringify(event)}`);
  if (answer.put_right) for (const place of answer.put_right) console.log(`  ${place.text.en}`);
  const { awaiting } = await ask({ ask: "awaiting" });
  for (const owed of awaiting) console.log(`${owed.seat ?? "table"}: ${owed.acting.en} [${owed.actions.join(", ")}]`);
  if (awaiting.length === 0) console.log("result:", JSON.stringify((await ask({ ask: "result" })).result));
}

/** Read what a person typed as one line of the protocol; null where it is none. */
function understood(typed) {
  if (/^[A-D]$/.test(typed)) return { ask: "legal", seat: typed };
  if (typed === "undo") return { undo: 1 };
  try {
    return { do: JSON.parse(typed) };
  } catch {
    return null;
  }
}

referee.on("error", (fault) => {
  console.error(`${program} cannot be started: ${fault.message}`);
  process.exit(1);
});
await show(await ask({ start: { game } }));
for await (const typed of createInterface({ input: process.stdin })) {
  if (!typed.trim()) break;
  const line = understood(typed.trim());
  if (line === null) {
    console.log('  write an action as JSON, such as {"action": "concede", "seat": "A"}');
  } else {
    const answer = await ask(line);
    if (answer.legal) console.log(`  ${JSON.stringify(answer.legal)}`);
    else await show(answer);
  }
}
referee.stdin.end();
