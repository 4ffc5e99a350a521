// Judges pages by html-validate, for as long as it is fed: `node markup.mjs MODULE RULES`. One line in is a list of files, one line out what is
// wrong with them, as html-validate's formatter `json` says it. One process serves a whole run: starting it and reading its rules takes a second.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [module, rules] = process.argv.slice(2);
const { HtmlValidate } = await import(pathToFileURL(module));
const judge = new HtmlValidate({ root: true, ...JSON.parse(readFileSync(rules, "utf-8")) });
for await (const line of createInterface({ input: process.stdin })) {
  const found = JSON.parse(line).flatMap((file) => judge.validateStringSync(readFileSync(file, "utf-8"), file).results);
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
