// A station's screen: any touch wakes it, keys press the console's four buttons, and each stage takes the place of the one before.
import { tell } from "./link.js";

export const screen = document.getElementById("main");
const stageKey = () => document.getElementById("stage-key").textContent;
const HERE_MS = 5000;
const AGAIN_MS = 1000;
let lastHere = -HERE_MS;

// What is pressed is told in the order of the presses; a page that takes this one's place does not call it back.
export let told = Promise.resolve();
function send(name, value, more = {}) {
  const keys = document.getElementById("station-keys");
  const body = new URLSearchParams({ csrf: keys.elements.csrf.value, [name]: value, ...more });
  told = told.then(() => fetch(keys.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error", keepalive: true })).catch(() => tell("unheard"));
}

function here() {
  const asked = document.querySelector(".still");
  if (!asked && screen.dataset.station !== "attract" && performance.now() - lastHere < HERE_MS) return;
  lastHere = performance.now();
  send("do", "here");
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("[data-do]")) return; // it says what is meant
  if (!event.target.closest("button, a")) here();
  else if (screen.dataset.station === "play") here();
});

// Beside a board a button says what the station does; the step that it was shown for goes with it.
document.addEventListener("click", (event) => {
  const on = event.target.closest("[data-do]");
  if (on) send("do", on.dataset.do, on.dataset.number === undefined ? {} : { number: on.dataset.number });
});

const PRESSES = { ArrowLeft: "minus", ArrowUp: "minus", ArrowRight: "plus", ArrowDown: "plus", Enter: "lock", Escape: "roll" };

// The station knows what a key means at its stage; the picture of that stage may still be on its way.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const typing = event.target.closest("input, select, textarea");
  const pressing = event.target.closest("button, a, summary");
  if (screen.dataset.station === "play") return here();
  if (event.key === "Tab" || event.key === "Shift" || typing) return;
  if (pressing && (event.key === "Enter" || event.key === " ")) return;
  if (event.key in PRESSES) {
    event.preventDefault();
    if (document.activeElement && document.activeElement !== document.body) document.activeElement.blur();
    if (!event.repeat || event.key.startsWith("Arrow")) send("press", PRESSES[event.key]);
  } else if (screen.dataset.station === "attract") {
    event.preventDefault();
    if (!event.repeat) send("do", "here");
  } else if (screen.dataset.station === "choose" && !event.repeat && /^[a-z0-9]$/i.test(event.key)) {
    send("choose", event.key.toUpperCase());
  }
});

// Another stage, match or language is another page. `take` puts it into this one's place; a board is loaded anew.
export const turning = { pictures: null, take: () => location.reload() };

screen.addEventListener("picture", (event) => {
  if (turning.pictures) Object.assign(turning.pictures, event.detail); // that page is on its way
  else if (changes(event.detail)) turn();
  else return;
  event.preventDefault();
});

export function changes(fragments) {
  return "stage-key" in fragments && fragments["stage-key"] !== stageKey();
}

export async function turn() {
  turning.pictures = {};
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.status >= 429) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) return location.reload();
    turning.take(page);
  } catch {
    setTimeout(turn, AGAIN_MS);
  }
}
