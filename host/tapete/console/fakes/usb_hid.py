"""Fake `usb_hid`: can be turned off in boot.py, and nothing else."""

import simhw


def disable() -> None:
    """No HID device; in boot.py only."""
    simhw.require_boot("usb_hid.disable")
