// Plays at the table of a built site in Firefox, and says as one line of JSON what was seen.
// node in_firefox.mjs ADDRESS JSPI: whether Firefox may switch stacks (on, off). On the standard input: the script of a finger.
// FIREFOX is the program; TAPETE_FIREFOX_MODULES names the node_modules folder with puppeteer-core.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , address, jspi] = process.argv, driven = fs.readFileSync(0, "utf8");
const entry = path.join(process.env.TAPETE_FIREFOX_MODULES, "puppeteer-core/lib/esm/puppeteer/puppeteer-core.js");
const { default: puppeteer } = await import(pathToFileURL(entry));
const browser = await puppeteer.launch({
  browser: "firefox", executablePath: process.env.FIREFOX, headless: true, protocolTimeout: 600_000,
  extraPrefsFirefox: { "javascript.options.wasm_js_promise_integration": jspi === "on" },
});
const faults = [], asked = [];
const CUT = /^Failed to load ‘’\. A ServiceWorker intercepted the request/; // Firefox's word for a stream that is open when its page goes

async function open(page, where) {
  await page.goto("about:blank");
  await page.goto(`${address}/table/index.html?lang=en${where}`);
  await page.waitForSelector("html[data-ready], #progress[hidden]", { timeout: 600_000 });
  const said = await page.$eval("#start", (e) => (e.hidden ? "" : e.innerText));
  if (said) throw new Error(said);
  return page.frames()[1];
}

const exported = (frame) => frame.evaluate(() => fetch(`${document.querySelector("main").dataset.place}/export`).then((answer) => answer.text()));

try {
  const page = await browser.newPage();
  page.on("pageerror", ({ message }) => CUT.test(message) || faults.push(message));
  page.on("request", (request) => asked.push(request.url()));
  await page.evaluateOnNewDocument("try { for (const seat of ['', ' A', ' B']) localStorage[`pace${seat}`] = 'off'; } catch {}");
  let frame = await open(page, "");
  const lobby = await frame.$eval("body", (e) => e.innerText);
  await (await frame.$("#begin")).click(); // a real one: what a finger does
  await frame.waitForSelector("body.has-script main[data-place]", { timeout: 600_000 });
  const touches = await frame.evaluate(`(${driven})([1, 20, true])`);
  const before = await exported(frame), place = await frame.$eval("main", (e) => e.dataset.place);
  frame = await open(page, `#${place.split("/app")[1]}`);
  const after = await exported(frame);
  await frame.evaluate(`(${driven})([2, 400, true])`);
  const told = {
    version: await browser.version(), switches: await page.evaluate(() => "Suspending" in WebAssembly), lobby, touches, before, after,
    played: await exported(frame), faults, asked,
  };
  console.log(JSON.stringify(told));
} finally {
  await browser.close();
}
