// The phone's camera reads a card's label: by the browser's own detector where there is one, else by ZXing, loaded when it is first needed.
"use strict";

const LOOK_MS = 150, FORMATS = ["qr_code", "code_128"];
const camera = document.getElementById("camera"), view = camera.querySelector("video"), told = camera.querySelector("p");
let stream = null;

function say(what) {
  told.textContent = camera.dataset[what];
  view.hidden = what !== "looking";
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
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = view.srcObject = null;
  camera.hidden = true;
}

async function openCamera() {
  const question = questionNow();
  camera.hidden = false;
  camera.querySelector("button").focus();
  if (!isSecureContext || !navigator.mediaDevices) return say("insecure");
  say("waits");
  let opened = null;
  try {
    opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (camera.hidden) throw new Error("shut meanwhile");
    stream = view.srcObject = opened;
    await view.play();
    const read = await reader();
    say("looking");
    while (stream === opened) {
      const line = view.videoWidth ? await read() : undefined;
      if (line && stream === opened) {
        shutCamera();
        return press("card", JSON.stringify(line), question);
      }
      await new Promise((later) => setTimeout(later, LOOK_MS));
    }
  } catch {
    for (const track of opened?.getTracks() ?? []) track.stop();
    if (!camera.hidden && (stream === opened || !opened)) say("none");
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#b-camera")) openCamera();
  else if (event.target.closest("#b-camera-shut")) shutCamera();
});
// What asked for a card is gone, or nobody looks: the camera is off.
new MutationObserver(() => document.getElementById("b-camera") || shutCamera()).observe(document.getElementById("sheet"), { childList: true, subtree: true });
document.addEventListener("visibilitychange", () => document.hidden && shutCamera());
