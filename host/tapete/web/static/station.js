// A station's screen: any touch wakes it, keys press the console's four buttons, and each stage takes the place of the one before.
"use strict";

const screen_ = document.getElementById("main");
const stageKey = () => document.getElementById("stage-key").textContent;
const HERE_MS = 5000;
const AGAIN_MS = 1000;
let lastHere = -HERE_MS;

// What is pressed is told in the order of the presses; a page that takes this one's place does not call it back.
let told = Promise.resolve();
function send(name, value, more = {}) {
  const keys = document.getElementById("station-keys");
  const body = new URLSearchParams({ csrf: keys.elements.csrf.value, [name]: value, ...more });
  told = told.then(() => fetch(keys.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error", keepalive: true })).catch(() => document.body.classList.add("is-lost"));
}

function here() {
  const asked = document.querySelector(".still");
  if (!asked && screen_.dataset.station !== "attract" && performance.now() - lastHere < HERE_MS) return;
  lastHere = performance.now();
  send("do", "here");
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("[data-do]")) return; // it says what is meant
  if (!event.target.closest("button, a")) here();
  else if (screen_.dataset.station === "play") here();
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
  if (screen_.dataset.station === "play") return here();
  if (event.key === "Tab" || event.key === "Shift" || typing) return;
  if (pressing && (event.key === "Enter" || event.key === " ")) return;
  if (event.key in PRESSES) {
    event.preventDefault();
    if (document.activeElement && document.activeElement !== document.body) document.activeElement.blur();
    if (!event.repeat || event.key.startsWith("Arrow")) send("press", PRESSES[event.key]);
  } else if (screen_.dataset.station === "attract") {
    event.preventDefault();
    if (!event.repeat) send("do", "here");
  } else if (screen_.dataset.station === "choose" && !event.repeat && /^[a-z0-9]$/i.test(event.key)) {
    send("choose", event.key.toUpperCase());
  }
});

// Another stage, match or language is another page. It takes this one's place without a load, in which a key or a touch would be lost.
let pictures = null; // what comes while that page is on its way
let fresh = null;

screen_.addEventListener("picture", (event) => {
  if (pictures) Object.assign(pictures, event.detail);
  else if (changes(event.detail)) turn();
  else return;
  event.preventDefault();
});

function changes(fragments) {
  return "stage-key" in fragments && fragments["stage-key"] !== stageKey();
}

async function turn() {
  pictures = {};
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.status >= 429) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || !put || !sameScripts(page)) return location.reload(); // a board has other scripts
    fresh = page;
    put();
  } catch {
    document.body.classList.add("is-lost");
    setTimeout(turn, AGAIN_MS);
  }
}

function sameScripts(page) {
  const sources = (of) => [...of.querySelectorAll("script[src]")].map((e) => e.getAttribute("src")).join();
  return sources(page) === sources(document);
}

const put = typeof whilePressed === "undefined" ? null : whilePressed(() => {
  if (!fresh) return;
  const late = pictures;
  const active = screen_.contains(document.activeElement);
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.className = `${fresh.body.className} has-script`;
  const made = fresh.getElementById("main");
  for (const { name, value } of made.attributes) screen_.setAttribute(name, value);
  screen_.replaceChildren(...made.childNodes);
  fresh = pictures = null;
  arrived();
  scrollTo(0, 0);
  if (active) {
    screen_.tabIndex = -1;
    screen_.focus({ preventScroll: true });
  }
  if (changes(late)) turn();
  else for (const [id, html] of Object.entries(late)) swap(id, html);
});
