// A phone at a seat stays awake, where its browser lets a page ask for that: over HTTPS alone.
"use strict";

async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // its battery is low: it may sleep
  }
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);
