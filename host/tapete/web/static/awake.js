// While a match is played the screen stays on: by a wake lock where the page is secure, else by a small silent film of ours that begins
// with the first touch. Once it is over the screen sleeps as always.
const here = document.querySelector("script[data-webm]").dataset, strip = document.getElementById("strip");
const isOver = () => Boolean(strip?.querySelector("#asked.over"));
let film = null, lock = null, asked = false;

async function stayAwake() {
  if (isOver()) {
    film?.pause();
    await lock?.release();
    lock = null;
    return;
  }
  if (document.visibilityState !== "visible" || asked || (lock && !lock.released)) return;
  asked = true;
  try {
    if (navigator.wakeLock) lock = await navigator.wakeLock.request("screen");
    else if (film?.paused) await film.play();
  } catch {
    // its battery is low, or it shows no film: it may sleep
  }
  asked = false;
  if (isOver()) stayAwake(); // it ended meanwhile
}

// Browsers keep the screen on while a film with sound plays, and let one begin at a touch alone.
function begin() {
  if (navigator.audioSession) navigator.audioSession.type = "ambient"; // people's own music goes on
  const shown = document.createElement("video");
  Object.assign(shown, { className: "awake", loop: true, playsInline: true, tabIndex: -1, ariaHidden: "true", disableRemotePlayback: true });
  for (const [address, type] of [[here.webm, "video/webm"], [here.mp4, "video/mp4"]]) {
    const source = document.createElement("source");
    Object.assign(source, { src: address, type });
    shown.append(source);
  }
  document.body.append(shown);
  film = shown;
  stayAwake();
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);
if (!navigator.wakeLock) addEventListener("click", begin, { once: true, capture: true });
if (strip) new MutationObserver(stayAwake).observe(strip, { subtree: true, childList: true, attributeFilter: ["class"] });
