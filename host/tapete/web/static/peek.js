// One's own secret, seen while its button is held down: it comes for that moment alone, and no picture has it.
const main = document.querySelector("main");
let holding = false;
async function peek(on) {
  holding = true;
  const body = new URLSearchParams({ csrf: main.dataset.token, press: "peek", value: "null", question: on.dataset.question });
  const answer = await fetch(`${main.dataset.place}/touch`, { method: "POST", body, headers: { Accept: "application/json", "Page-Language": document.documentElement.lang }, redirect: "error" }).catch(() => null);
  const said = await answer?.json();
  const shown = document.getElementById("peek");
  shown.textContent = holding ? (said?.peek ?? "") : "";
  shown.hidden = !shown.textContent;
}
function unpeek() {
  if (!holding) return;
  holding = false;
  const shown = document.getElementById("peek");
  shown.hidden = true;
  shown.textContent = "";
}
const peeking = (event) => event.target.closest?.("[data-press=peek]");
addEventListener("pointerdown", (event) => peeking(event) && peek(peeking(event)));
addEventListener("keydown", (event) => peeking(event) && !holding && (event.key === "Enter" || event.key === " ") && peek(peeking(event)));
addEventListener("contextmenu", (event) => peeking(event) && event.preventDefault());
for (const kind of ["pointerup", "pointercancel", "keyup", "visibilitychange"]) addEventListener(kind, unpeek, true);
addEventListener("blur", unpeek);
