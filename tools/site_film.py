"""Make the short film of the site's front page from pictures of real screens: docs/pictures/film-en.svg and film-es.svg.

    python tools/site_film.py

Needs the extra `browser` (Pillow). `tools/station_pictures.py` takes the pictures in Chromium: the table on a tablet or a television, and a
phone; the console is the drawing of a panel. An SVG that moves by CSS alone: nothing is
fetched, and whoever wants no motion sees one picture.
"""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
LIMIT = 1_000_000
"""Bytes of a film, at the most."""

SCENES = {
    "choose": ("Choose a game, or let the robots play.", "Elige un juego, o deja que jueguen los robots."),
    "guided": ("A first match, told step by step.", "Una primera partida, contada paso a paso."),
    "play": ("Your cards, your table: Tapete counts.", "Tus cartas, tu mesa: Tapete cuenta."),
    "end": ("The end, and how it came about.", "El final, y cómo se llegó a él."),
}
"""Screen of the station, and what is said beneath it in English and Spanish."""

SECONDS = 2.5
"""How long each is shown."""

MOTION = """.s{{opacity:0;animation:s {total:g}s infinite}}
@keyframes s{{0%{{opacity:1}}{stays:g}%{{opacity:1}}{gone:g}%{{opacity:0}}98%{{opacity:0}}100%{{opacity:1}}}}
@media (prefers-reduced-motion:reduce){{.s{{animation:none}}.still{{opacity:1}}}}
text{{font:18px system-ui,sans-serif;fill:#24201a}}"""

WIDTH, HEIGHT = 640, 480
TABLE = {"en": ("tablet", 1024, 768), "es": ("television", 1920, 1080)}


def shown(path: Path, wide: int, high: int, box: tuple[int, int]) -> tuple[str, int, int]:
    """Give the top of a picture, made smaller.

    Args:
        path: of the picture.
        wide, high: how much of it, in its own pixels.
        box: the most it may measure in the film.

    Returns:
        It as an address with the data in it, its width, its height.
    """
    with Image.open(path) as opened:
        part = opened.convert("RGB").crop((0, 0, min(wide, opened.width), min(high, opened.height)))
    part.thumbnail((box[0] * 5 // 4, box[1] * 5 // 4), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    part.save(out, "WEBP", quality=45, method=6)
    return "data:image/webp;base64," + base64.b64encode(out.getvalue()).decode(), part.width * 4 // 5, part.height * 4 // 5


def film(language: str) -> str:
    """Give the film in a language."""
    kind, wide, high = TABLE[language]
    total = SECONDS * len(SCENES)
    share = 100 / len(SCENES)
    console = shown(PICTURES.parent / "build" / "pictures" / "panel.png", 10_000, 10_000, (150, 120))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape('Tapete: table, console, phone' if language == 'en' else 'Tapete: mesa, consola, móvil')}</title>",
        f"<style>{MOTION.format(total=total, stays=share - 2, gone=share)}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#f4eee0"/>',
    ]
    for number, (screen, told) in enumerate(SCENES.items()):
        table = shown(PICTURES / "station" / f"{screen}-{kind}.webp", wide, high, (450, 400))
        phone = shown(PICTURES / "station" / f"{screen}-phone.webp", 360, 740, (150, 310))
        parts.append(
            f'<g class="s{" still" if screen == "play" else ""}" style="animation-delay:{number * SECONDS - (total if number else 0):g}s">'
        )
        parts.append(f'<image href="{table[0]}" x="16" y="16" width="{table[1]}" height="{table[2]}"/>')
        parts.append(f'<image href="{phone[0]}" x="{WIDTH - 16 - phone[1]}" y="16" width="{phone[1]}" height="{phone[2]}"/>')
        parts.append(f'<text x="16" y="{HEIGHT - 24}">{escape(told[language == "es"])}</text></g>')
    parts.append(
        f'<image href="{console[0]}" x="{WIDTH - 16 - console[1]}" y="{HEIGHT - 16 - console[2]}" width="{console[1]}" '
        f'height="{console[2]}"/>'
    )
    return "\n".join([*parts, "</svg>\n"])


def main() -> int:
    """Write both films; 0 when neither is too large."""
    for language in TABLE:
        made = film(language)
        if len(made) > LIMIT:
            print(f"the film has {len(made)} bytes and may have {LIMIT}", file=sys.stderr)
            return 1
        (PICTURES / f"film-{language}.svg").write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
