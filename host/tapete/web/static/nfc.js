// A phone reads stickers (Web NFC: Chrome on Android, over HTTPS). The touch that opens the camera also asks for this; both read on together.
import { taken } from "./camera.js";

let reader = null;

async function listen() {
  if (reader || !isSecureContext || !("NDEFReader" in window)) return;
  reader = new NDEFReader();
  reader.addEventListener("reading", ({ message, serialNumber }) => {
    const record = message.records.find((one) => one.recordType === "text");
    const text = record ? new TextDecoder(record.encoding ?? "utf-8").decode(record.data) : "";
    taken([serialNumber, text].filter(Boolean).join(" "));
  });
  await reader.scan().catch(() => (reader = null)); // not allowed, or no NFC: the camera reads labels
}

document.addEventListener("click", (event) => event.target.closest("#b-camera") && listen());
