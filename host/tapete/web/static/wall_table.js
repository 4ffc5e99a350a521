// The page of a table on the wall is whole without this file. It loads itself anew when the table moves, or something is decided.
import { follow } from "./link.js";

const WAIT_MS = 600; // moves that come together are shown together
const AGAIN_MS = 1000;
const SILENT_MS = 30000; // the server says every ten seconds that it is there
const main = document.getElementById("main"), { stream, table } = document.body.dataset;
let due = 0, again = false;

// The new board is there before the old one goes. Says whether the server gave it.
async function fresh() {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return false;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    const board = found.querySelector("img.board");
    if (board) await Object.assign(new Image(), { src: board.src }).decode().catch(() => undefined);
    Object.assign(main.dataset, found.dataset);
    main.replaceChildren(...found.childNodes);
    return true;
  } catch {
    return false; // it is away
  }
}

function later(wait = WAIT_MS) {
  again = true;
  if (due) return;
  due = setTimeout(async () => {
    again = false;
    const good = await fresh();
    due = 0;
    if (again || !good) later(good ? WAIT_MS : AGAIN_MS);
  }, wait);
}

follow(stream, {
  state: (_said, { lastEventId }) => lastEventId !== main.dataset.version && later(),
  moves({ moves }) {
    if (moves[table] && String(moves[table]) !== main.dataset.moves) later();
  },
  ping() {},
}, SILENT_MS);
