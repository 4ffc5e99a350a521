"""Start-up of the Tapete console: turn the second serial channel on, for the link.

With TAPETE_HIDE_DRIVE = 1 the computer sees no drive, so that nobody writes on it by mistake; to see it all the same hold LOCK of
the first panel while you plug the console in. The full pin map is in lib/tapete_console/pins.py.
"""

import os

import board
import digitalio
import storage
import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification("Tapete", "Tapete console")
supervisor.status_bar.console = False

if str(os.getenv("TAPETE_HIDE_DRIVE")) == "1":
    lock = digitalio.DigitalInOut(board.GP4)
    lock.switch_to_input(pull=digitalio.Pull.UP)
    if lock.value:
        storage.disable_usb_drive()
    lock.deinit()
