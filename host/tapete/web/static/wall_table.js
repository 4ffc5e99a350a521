// The page of a table on the wall is whole without this file. It loads itself anew when the table moves, or something is decided.
"use strict";

const WAIT_MS = 600; // moves that come together are shown together
const main = document.getElementById("main"), { stream, table } = document.body.dataset;
let due = 0, again = false;

// The new board is there before the old one goes.
async function fresh() {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    const board = found.querySelector("img.board");
    if (board) await Object.assign(new Image(), { src: board.src }).decode().catch(() => undefined);
    Object.assign(main.dataset, found.dataset);
    main.replaceChildren(...found.childNodes);
  } catch {
    // the server is away: the stream says when it is back
  }
}

function later() {
  again = true;
  if (due) return;
  due = setTimeout(async () => {
    again = false;
    await fresh();
    due = 0;
    if (again) later();
  }, WAIT_MS);
}

const events = new EventSource(stream);
events.addEventListener("state", (event) => event.lastEventId !== main.dataset.version && later());
events.addEventListener("moves", (event) => {
  const count = JSON.parse(event.data).moves[table];
  if (count && String(count) !== main.dataset.moves) later();
});
addEventListener("pagehide", () => events.close());
addEventListener("pageshow", (event) => event.persisted && location.reload());
