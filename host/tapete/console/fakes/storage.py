"""Fake `storage`: the drive's switches, in boot.py only. The drive itself is the firmware folder, and stays as it is."""

import simhw


class VfsFat:
    """The drive; only its label can be changed."""

    __slots__ = ("_label", "readonly")

    def __init__(self) -> None:
        self._label = "CIRCUITPY"
        self.readonly = True

    @property
    def label(self) -> str:
        """The name that the computer shows."""
        return self._label

    @label.setter
    def label(self, label: str) -> None:
        global label_writes
        if self.readonly:
            raise OSError(30, "Read-only filesystem")
        if len(label) > 11:
            raise OSError(22, "Invalid argument")
        self._label = label
        label_writes += 1

    def blank(self) -> None:
        """The drive as it comes with CircuitPython."""
        self._label = "CIRCUITPY"
        self.readonly = True


_drive = VfsFat()

label_writes: int = 0
"""Not CircuitPython's: how often the label was written; each time wears the flash."""

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
    global usb_drive_enabled, label_writes
    _drive.blank()
    label_writes = 0
    usb_drive_enabled = True


simhw.ON_RESTART.append(_restart)
