// Pages of an event work without this file. It counts clocks, and keeps a page current on which nobody is typing.
import { follow } from "./link.js";
import { arrived } from "./tapete.js";

const AGAIN_MS = 1000;
const SILENT_MS = 30000; // the server says every ten seconds that it is there
const main = document.querySelector("main");

function spoken(ms) {
  const s = Math.floor(Math.abs(ms) / 1000);
  return `${ms < 0 ? "−" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

let since = performance.now();
function tick() {
  for (const e of document.querySelectorAll("[data-left][data-running]")) {
    const ms = Number(e.dataset.left) - (performance.now() - since);
    e.textContent = spoken(ms);
    e.classList.toggle("over", ms < 0);
  }
}
setInterval(tick, 250);

// What was typed and could not be done yet stands in the page too.
function typing() {
  return main.querySelector("[aria-invalid=true], .refusals") || [...main.querySelectorAll("input, textarea, select")].some((e) =>
    e.type === "checkbox" || e.type === "radio" ? e.checked !== e.defaultChecked
      : e.tagName === "SELECT" ? [...e.options].some((o) => o.selected !== o.defaultSelected) && e.closest("details[open], section") && e === document.activeElement
        : e.type !== "hidden" && e.value !== e.defaultValue);
}

// Nothing moves away under a finger: a button that were replaced between press and release would hear of neither.
let pressed = false, owed = false;
addEventListener("pointerdown", () => { pressed = true; });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(released));

function released() {
  pressed = false;
  if (owed) renew();
}

// The page as the server has it now is read, one request at a time; a server that does not answer is asked again.
let reading = false, again = 0;

async function renew() {
  const stale = document.getElementById("stale");
  if (typing()) {
    if (stale) stale.hidden = false;
    return;
  }
  owed = true;
  if (reading) return;
  clearTimeout(again);
  reading = true;
  const fresh = await read();
  reading = false;
  if (!fresh) again = setTimeout(renew, AGAIN_MS);
  else if (fresh.dataset.mark === main.dataset.mark) owed = false;
  else if (!pressed) put(fresh);
}

async function read() {
  try {
    const answer = await fetch(main.dataset.here ?? location.pathname + location.search, { headers: { accept: "text/html" } });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main") : null;
  } catch {
    return null;
  }
}

function put(fresh) {
  owed = false;
  const open = new Set([...main.querySelectorAll("details")].map((e, n) => (e.open ? n : -1)));
  const same = main.querySelectorAll("details").length === fresh.querySelectorAll("details").length;
  const focus = document.activeElement && document.activeElement.id;
  const top = scrollY;
  main.replaceChildren(...fresh.childNodes);
  main.dataset.mark = fresh.dataset.mark;
  since = performance.now();
  arrived();
  enhance();
  if (same) main.querySelectorAll("details").forEach((e, n) => { e.open = open.has(n); });
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  scrollTo(0, top);
}

if (main && main.dataset.news) follow(main.dataset.news, { news: ({ mark }) => mark !== main.dataset.mark && renew(), ping() {} }, SILENT_MS);

// Sheets of paper: one press prints them. Of the house rules only those of the chosen game are shown.
function enhance() {
  for (const e of document.querySelectorAll("#do-print")) e.hidden = false;
  const game = document.getElementById("game");
  const own = document.getElementById("own-standings");
  if (own) own.hidden = document.querySelector("[name=preset]:checked")?.value !== "house";
  if (game) for (const e of document.querySelectorAll("[data-rules]")) e.hidden = e.dataset.rules !== game.value;
}
document.addEventListener("click", (event) => event.target.closest("#do-print") && window.print());
document.addEventListener("change", (event) => (event.target.id === "game" || event.target.name === "preset") && enhance());
// On paper nothing is folded: what was shut before is shut again.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll(".sums-of-all details:not([open])")];
  for (const e of unfolded) e.open = true;
});
addEventListener("afterprint", () => { for (const e of unfolded) e.open = false; });
enhance();
