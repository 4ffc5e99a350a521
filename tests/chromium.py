"""Where a Chromium for the page's tests is. `run.py` asks before anything is installed: the standard library alone."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import which

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""In order of preference: without windows a page takes a third of the processor time."""

PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)


def find_chromium() -> str:
    """Find a Chromium: TAPETE_CHROMIUM first, then the usual names and places; empty when there is none."""
    named = (os.environ.get("TAPETE_CHROMIUM"), *map(which, NAMES), *(place for place in PLACES if Path(place).is_file()))
    return next(filter(None, named), "")


if __name__ == "__main__":
    print(find_chromium())
