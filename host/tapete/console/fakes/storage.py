"""Fake `storage`: the drive's switches, in boot.py only. The drive itself is the firmware folder, and stays as it is."""

import simhw


class VfsFat:
    """The drive; only its label can be changed."""

    __slots__ = ("label", "readonly")

    def __init__(self) -> None:
        self.label = "CIRCUITPY"
        self.readonly = True


_drive = VfsFat()

usb_drive_enabled: bool = True
"""Not CircuitPython's: whether the computer would see the drive."""


def disable_usb_drive() -> None:
    """The computer does not see the drive any more; in boot.py only."""
    global usb_drive_enabled
    simhw.require_boot("storage.disable_usb_drive")
    usb_drive_enabled = False


def enable_usb_drive() -> None:
    """The computer sees the drive; in boot.py only."""
    global usb_drive_enabled
    simhw.require_boot("storage.enable_usb_drive")
    usb_drive_enabled = True


def getmount(mount_path: str) -> VfsFat:
    """The file system at "/"."""
    if mount_path != "/":
        raise OSError(19, "No such device")
    return _drive


def remount(mount_path: str, readonly: bool = False, *, disable_concurrent_write_protection: bool = False) -> None:
    """Change who may write. Raises RuntimeError while the computer has the drive."""
    if disable_concurrent_write_protection:
        raise ValueError("two writers ruin a FAT drive")
    drive = getmount(mount_path)
    if usb_drive_enabled and simhw.PHASE != "boot":
        raise RuntimeError("Cannot remount path when visible via USB.")
    drive.readonly = readonly


def _restart() -> None:
    global usb_drive_enabled
    _drive.label = "CIRCUITPY"
    _drive.readonly = True
    usb_drive_enabled = True


simhw.ON_RESTART.append(_restart)
