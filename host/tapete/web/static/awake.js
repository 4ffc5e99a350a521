// The screen stays on: by a wake lock where the page is secure, else by a small silent film of ours that begins with the first touch.
let film = null;

async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    if (navigator.wakeLock) await navigator.wakeLock.request("screen");
    else await film?.play();
  } catch {
    // its battery is low, or it shows no film: it may sleep
  }
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

const here = document.querySelector("script[data-webm]").dataset;
stayAwake();
document.addEventListener("visibilitychange", stayAwake);
if (!navigator.wakeLock) addEventListener("click", begin, { once: true, capture: true });
