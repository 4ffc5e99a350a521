// This page's link to the table: it hears what is sent, is opened again whatever happens, and says in words when nothing arrives.

const REOPEN_MS = 1000, SHUT_MS = 3000, LOST_MS = 1000;
const SILENT_MS = 12000; // the table says every five seconds that it is there: a line that only looks open brings nothing
const ASLEEP_MS = 20000; // a phone that slept so long may only believe that it still hears

// ---- what there is to say of it, in a place of its own on each page that follows something

const line = document.getElementById("link");
let isLost = false, why = "lost", told = "", gone = 0;

// Whether the table is away, as far as this page has heard.
export const isAway = () => gone !== 0;

function write() {
  document.body.classList.toggle("is-lost", isLost);
  if (!line) return;
  line.textContent = line.dataset[isLost && told !== "unsent" ? why : told] ?? "";
  line.hidden = !line.textContent;
}

// Says one of the sentences that stand at the line, until something is touched. `unheard`: a touch got no answer. It is not sent again,
// for the match may have gone on with it.
export function tell(what) {
  told = what;
  write();
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => told && !isLost && tell(""), true);

// ---- the table's clock, whatever this device's says

let ahead = Number(document.querySelector("main")?.dataset.now ?? Date.now()) - performance.now();

// Milliseconds as the table counts them.
export const now = () => performance.now() + ahead;

// ---- hearing

// Follows a stream for as long as the page is there. `hears` has a function for each kind of message, called with what it says; `open` is
// called at each new connection.
// `silent`: after so many milliseconds without a word the stream is opened anew. Returns a function that does so at once.
export function follow(address, hears, silent = SILENT_MS) {
  let events = null, heard = 0, hidden = 0, later = 0;

  const alive = () => {
    heard = performance.now();
    clearTimeout(gone);
    gone = 0;
    isLost = false;
    write();
  };

  const away = () => {
    gone ||= setTimeout(() => {
      isLost = true;
      write();
    }, LOST_MS);
  };

  const open = () => {
    clearTimeout(later);
    events?.close();
    heard = performance.now();
    events = new EventSource(address);
    for (const [kind, hear] of Object.entries(hears)) {
      events.addEventListener(kind, (event) => {
        hear(event.data && JSON.parse(event.data), event);
        if (event.data) alive();
      });
    }
    events.addEventListener("here", (event) => {
      ahead = JSON.parse(event.data).now - performance.now();
      document.body.dataset.follows = "";
      alive();
    });
    events.addEventListener("error", () => {
      away();
      if (events.readyState === EventSource.CLOSED) refused();
    });
  };

  // A browser that was refused asks no more by itself: a key may have been renewed, or the server is only just there.
  const refused = async () => {
    const answer = await fetch(location.href, { method: "HEAD", signal: AbortSignal.timeout(SILENT_MS) }).catch(() => null);
    why = answer?.status === 403 ? "shut" : "lost";
    write();
    later = setTimeout(open, why === "shut" ? SHUT_MS : REOPEN_MS);
  };

  open();
  setInterval(() => {
    if (document.hidden || performance.now() - heard < silent) return;
    away();
    open();
  }, REOPEN_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > ASLEEP_MS) open();
  });
  addEventListener("pagehide", () => events.close());
  return () => events.readyState === EventSource.CLOSED || open();
}

addEventListener("pageshow", (event) => event.persisted && location.reload());
