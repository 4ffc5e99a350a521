// The phone's camera reads a card's label: by the browser's own detector where there is one, else by ZXing, loaded when it is first needed.
import { questionNow } from "./asked.js";

const LOOK_MS = 150, GONE_LOOKS = 4, FORMATS = ["qr_code", "code_128"];
const camera = document.getElementById("camera"), view = camera?.querySelector("video"), told = camera?.querySelector("p");
export let stream = null;

function tellCamera(what) {
  told.textContent = camera.dataset[what];
  view.hidden = !["looking", "lost"].includes(what); // the film goes on meanwhile
}

async function reader() {
  if ("BarcodeDetector" in window && (await BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: FORMATS });
    return async () => (await detector.detect(view))[0]?.rawValue;
  }
  if (!window.ZXing) {
    await new Promise((loaded, failed) => {
      const script = document.createElement("script");
      Object.assign(script, { src: camera.dataset.reader, onload: loaded, onerror: failed });
      document.head.append(script);
    });
  }
  const { BinaryBitmap, Code128Reader, HTMLCanvasElementLuminanceSource, HybridBinarizer, QRCodeReader } = ZXing;
  const kinds = [new QRCodeReader(), new Code128Reader()], canvas = document.createElement("canvas");
  return () => {
    canvas.width = view.videoWidth;
    canvas.height = view.videoHeight;
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(view, 0, 0);
    const picture = new BinaryBitmap(new HybridBinarizer(new HTMLCanvasElementLuminanceSource(canvas)));
    for (const kind of kinds) {
      try {
        return kind.decode(picture).getText();
      } catch {
        // no label of this kind in this picture: the next one may have it
      }
    }
    return undefined;
  };
}

function shutCamera() {
  if (!camera) return;
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = view.srcObject = null;
  camera.hidden = true;
}

// On the board a label answers what is asked, and the camera is off again.
function answers(line, question) {
  shutCamera();
  document.dispatchEvent(new CustomEvent("scanned", { detail: { line, question } }));
  return true;
}

// In a deck each label is one copy more, and the camera stays on. Says whether the card is counted, or refused with its reason.
async function counts(line) {
  const form = document.getElementById(camera.dataset.form), body = new URLSearchParams(new FormData(form));
  body.set("code", line);
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("deck");
    for (const e of fresh.querySelectorAll(".needs-script")) e.hidden = false;
    document.getElementById("deck").replaceWith(fresh);
    navigator.vibrate?.(60);
    tellCamera("looking");
    return true;
  } catch {
    tellCamera("lost");
    return false;
  }
}

// In a form for one code the code goes into its field, and the form goes off.
function fills(line) {
  shutCamera();
  document.getElementById(camera.dataset.fills).value = line;
  document.getElementById(camera.dataset.form).requestSubmit();
  return true;
}

// A line that something else than the camera has read.
export const taken = (line) => (camera?.dataset.fills ? fills(line) : camera?.dataset.form ? counts(line) : answers(line, questionNow()));

async function openCamera() {
  const question = camera.dataset.form ? "" : questionNow();
  camera.hidden = false;
  camera.querySelector("button").focus();
  if (!isSecureContext || !navigator.mediaDevices) return tellCamera("insecure");
  tellCamera("waits");
  let opened = null;
  try {
    opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (camera.hidden) throw new Error("shut meanwhile");
    stream = view.srcObject = opened;
    await view.play();
    const read = await reader();
    tellCamera("looking");
    let before = "", without = 0; // a label counts once more when it was away in between
    while (stream === opened) {
      const line = view.videoWidth ? await read() : undefined;
      without = line ? 0 : without + 1;
      if (without >= GONE_LOOKS) before = "";
      if (line && line !== before && stream === opened && await (camera.dataset.fills ? fills(line) : camera.dataset.form ? counts(line) : answers(line, question))) before = line;
      await new Promise((later) => setTimeout(later, LOOK_MS));
    }
  } catch {
    for (const track of opened?.getTracks() ?? []) track.stop();
    if (!camera.hidden && (stream === opened || !opened)) tellCamera("none");
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#b-camera")) openCamera();
  else if (event.target.closest("#b-camera-shut")) shutCamera();
});
// What asked for a card is gone, or nobody looks: the camera is off.
for (const sheet of document.querySelectorAll("#sheet")) {
  new MutationObserver(() => document.getElementById("b-camera") || shutCamera()).observe(sheet, { childList: true, subtree: true });
}
document.addEventListener("visibilitychange", () => document.hidden && shutCamera());
