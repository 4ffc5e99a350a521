"""Start-up of the Tapete console: turn the second serial channel on, for the link, and name the drive.

With TAPETE_HIDE_DRIVE = 1 the computer sees no drive, so that nobody writes on it by mistake; to see it all the same hold LOCK of
the first panel while you plug the console in. The full pin map is in lib/tapete_console/pins.py. A code.py that is missing or cut short
is replaced by lib/tapete_stopped.py, which tells the computer so.
"""

import os

import board
import digitalio
import storage
import supervisor
import usb_cdc

LABEL = "TAPETE"
OURS, END = b'"""The Tapete console', b"run()"
"""How our code.py begins, and how one ends that is whole."""


def whole(path: str) -> bool:
    """Tell whether the program is there, and not cut short if it is ours."""
    try:
        with open(path, "rb") as file:
            text = file.read().strip(b"\0 \r\n")
    except OSError:
        return False
    return bool(text) and (text.endswith(END) or not text.startswith(OURS))


usb_cdc.enable(console=True, data=True)  # first: whatever fails below, the link is there
try:
    if not whole(__file__.replace("boot.py", "code.py")):
        supervisor.set_next_code_file("lib/tapete_stopped.py")
    supervisor.set_usb_identification("Tapete", "Tapete console")
    supervisor.status_bar.console = False
    drive = storage.getmount("/")
    if drive.label != LABEL:  # once: each writing wears the flash
        storage.remount("/", readonly=False)
        drive.label = LABEL
        storage.remount("/", readonly=True)
    if str(os.getenv("TAPETE_HIDE_DRIVE")) == "1":
        lock = digitalio.DigitalInOut(board.GP4)
        lock.switch_to_input(pull=digitalio.Pull.UP)
        if lock.value:
            storage.disable_usb_drive()
        lock.deinit()
except Exception as error:  # noqa: BLE001 - none of this is worth a console that does not start; boot_out.txt keeps the words
    print("boot.py:", error)
