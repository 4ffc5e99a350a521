// A station's screen: any touch wakes it, keys press the console's four buttons, and each stage gets a fresh page.
"use strict";

const keys = document.getElementById("station-keys");
const kind = document.getElementById("main").dataset.station;
const HERE_MS = 5000;
let lastHere = -HERE_MS;

function send(name, value) {
  const body = new URLSearchParams({ csrf: keys.elements.csrf.value, [name]: value });
  return fetch(keys.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error" }).catch(() => document.body.classList.add("is-lost"));
}

function here() {
  const asked = document.querySelector(".still");
  if (!asked && kind !== "attract" && performance.now() - lastHere < HERE_MS) return;
  lastHere = performance.now();
  send("do", "here");
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".still button")) return; // its own form says what is meant
  if (!event.target.closest("button, a")) here();
  else if (kind === "play") here();
});

const PRESSES = { ArrowLeft: "minus", ArrowUp: "minus", ArrowRight: "plus", ArrowDown: "plus", Enter: "lock", Escape: "roll" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const typing = event.target.closest("input, select, textarea");
  const pressing = event.target.closest("button, a, summary");
  if (kind === "play") return here();
  if (event.key === "Tab" || event.key === "Shift" || typing) return;
  if (pressing && (event.key === "Enter" || event.key === " ")) return;
  if (kind === "attract") {
    event.preventDefault();
    if (!event.repeat) send("do", "here");
  } else if (event.key in PRESSES) {
    event.preventDefault();
    if (document.activeElement && document.activeElement !== document.body) document.activeElement.blur();
    send("press", PRESSES[event.key]);
  } else if (/^[a-z0-9]$/i.test(event.key)) {
    const tile = document.getElementById(`tile-${event.key.toUpperCase()}`);
    if (tile) send("choose", event.key.toUpperCase());
  }
});

// Another stage, match or language is another page.
const stage = document.getElementById("stage-key");
const made = stage.textContent;
new MutationObserver(() => stage.textContent !== made && location.reload()).observe(stage, { childList: true, characterData: true, subtree: true });
