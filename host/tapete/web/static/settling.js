// A finger comes down where its eyes saw something a moment ago. What has come to that place since hears nothing as yet: a thing is the same
// thing in every picture, a button is another one where its words, its meaning or the question are others.
const SETTLED_MS = 250, TOUCHED = "[data-press], [data-digit], [data-step], [data-look], [data-do], [data-post], a[href], button, input, summary";
let deaf = false, calm = 0, gone = []; // what stood where in the last pictures

const meaning = (e) => (e.dataset.press === "thing" ? `thing ${e.dataset.value}` : [e.id, e.dataset.value, e.dataset.question, e.textContent].join(" "));

function standing() {
  const spots = [];
  for (const id of ["drawer", "sheet", "strip", "bar", "board"]) {
    const zone = document.getElementById(id);
    if (!zone?.getClientRects().length) continue;
    for (const e of zone.querySelectorAll(TOUCHED)) spots.push([e.getBoundingClientRect(), meaning(e)]);
    if (id === "drawer" || id === "sheet") spots.push([zone.getBoundingClientRect(), ""]); // nothing under it can be touched
  }
  return spots;
}

export function remember() {
  const now = performance.now();
  gone = [...gone.filter(([when]) => now - when < SETTLED_MS), [now, standing()]];
  document.body.classList.add("is-settling");
  clearTimeout(calm);
  calm = setTimeout(() => document.body.classList.remove("is-settling"), SETTLED_MS);
}

function moved({ target, clientX: x, clientY: y }) {
  const on = target.closest?.(TOUCHED), now = performance.now();
  if (!on) return false;
  return gone.some(([when, spots]) => {
    const [, was] = (now - when < SETTLED_MS && spots.find(([box]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)) || [null, ""];
    return was && was !== meaning(on);
  });
}

addEventListener("pointerdown", (event) => {
  deaf = event.pointerType !== "mouse" && moved(event);
}, true);
addEventListener("keydown", () => {
  deaf = false;
}, true);
addEventListener("click", (event) => {
  if (!deaf) return;
  deaf = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
