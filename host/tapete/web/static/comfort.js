// What each screen chooses for itself, kept in its browser: sound and vibration, the hand, big digits; full screen; Tapete as a program.
const root = document.documentElement;
// Whether this page is one half of a tablet between two people (facing.html): another page may hold it too.
const framed = self !== parent && parent.document.body.classList.contains("facing");
const USUAL = { sound: "yes", left: "no", big: "no", pace: "usual" };
let prompting = null;

// Each half of a tablet between two people chooses for itself; a table's page in a frame is the screen's.
const kept_as = (name) => framed && document.body.dataset.seat ? `${name} ${document.body.dataset.seat}` : name;
const memory = (() => {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} }; // the browser keeps nothing: it holds for this page
  }
})();
export const chosen = {};
for (const name of Object.keys(USUAL)) chosen[name] = memory.getItem(kept_as(name)) ?? USUAL[name];

function choose_screen(name, value) {
  chosen[name] = value;
  memory.setItem(kept_as(name), value);
  comfort();
}

// The page as it was chosen, and the buttons that say so.
export function comfort() {
  for (const name of Object.keys(USUAL)) root.dataset[name] = chosen[name];
  for (const button of document.querySelectorAll("button[data-pace]")) button.setAttribute("aria-pressed", String(chosen.pace === button.dataset.pace));
  for (const button of document.querySelectorAll("[data-switch]")) button.setAttribute("aria-pressed", String(chosen[button.dataset.switch] === "yes"));
  const full = document.getElementById("b-full"), install = document.getElementById("b-install");
  if (full) {
    full.hidden = !top.document.fullscreenEnabled;
    full.setAttribute("aria-pressed", String(Boolean(top.document.fullscreenElement)));
  }
  if (install) install.hidden = !prompting;
}

root.classList.toggle("framed", framed);
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-switch], button[data-pace], #b-full, #b-install");
  if (!button) return;
  if (button.dataset.pace) return choose_screen("pace", button.dataset.pace);
  if (button.dataset.switch) return choose_screen(button.dataset.switch, chosen[button.dataset.switch] === "yes" ? "no" : "yes");
  if (button.id === "b-install") {
    await prompting.prompt();
    prompting = null;
  } else if (top.document.fullscreenElement) await top.document.exitFullscreen();
  else await top.document.documentElement.requestFullscreen();
  comfort();
});
top.document.addEventListener("fullscreenchange", comfort);
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // it is offered under *More*, and never in the way
  prompting = event;
  comfort();
});
comfort();

// What lies beside the match is for the whole screen, not for one half of it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (framed && link && link.dataset.drawer === undefined && !link.classList.contains("back") && !link.href.startsWith(`${location.origin}${location.pathname}?`)) link.target = "_parent";
}, true);

// From a half of the tablet one goes on with both halves.
export function go(address) {
  if (framed) parent.location.assign(address.replace(/\/seat\/[A-D]$/, "/facing"));
  else location.assign(address);
}

// ---- "your turn", and "your die" are heard and felt

const TONES = { turn: [660], die: [440, 440, 660] }, TONE_S = 0.13; // in Hz, one after the other
const FELT = { turn: 60, die: [30, 60, 30] }; // in ms: on, off, on
export let sounds = null;
addEventListener("pointerdown", () => {
  try {
    sounds ||= new AudioContext();
  } catch {
    sounds = null; // a browser may have no sound, or give none: the sentences say all
  }
}, { once: true });

export function heard(kind) {
  if (chosen.sound !== "yes") return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(FELT[kind]);
  if (!sounds || sounds.state !== "running") return;
  TONES[kind].forEach((high, number) => {
    const note = sounds.createOscillator(), loud = sounds.createGain(), at = sounds.currentTime + number * TONE_S;
    note.frequency.value = high;
    loud.gain.setValueAtTime(0.08, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
    note.connect(loud).connect(sounds.destination);
    note.start(at);
    note.stop(at + 0.25);
  });
}
