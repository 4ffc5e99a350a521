"""All that can be wrong between host and console: what happened and what to do next, in both languages.

Said once, here: `tapete console doctor`, the events of `Console` and the pages use these sentences, and docs/troubleshooting.md has one
section for each code (a test compares the two).
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from tapete.core.texts import Given, Message, Text, _

Weight = Literal["good", "note", "warning", "fault"]


class Finding(Struct, frozen=True):
    """One trouble (or a good result) that was found, with its figures."""

    code: str
    params: dict[str, str | int | Text] = {}

    @property
    def weight(self) -> Weight:
        """How much it matters: a fault stops the console from working, a warning will some day."""
        return TROUBLES[self.code].weight

    @property
    def what(self) -> Text:
        """What happened."""
        return self._filled(TROUBLES[self.code].what)

    @property
    def next(self) -> Text:
        """What to do next."""
        return self._filled(TROUBLES[self.code].next)

    def _filled(self, sentence: Message) -> Text:
        return sentence.fill(**self.params)


class Trouble(Struct, frozen=True):
    """A trouble as such: its weight, what it is and what to do."""

    weight: Weight
    what: Message
    next: Message


TROUBLES: dict[str, Trouble] = {
    "no_console": Trouble(
        "fault",
        _("No console is connected."),
        _(
            "Check that the USB cable carries data (some only charge), try another port and see whether any pixel lights up. A new "
            "Pico needs CircuitPython and then `tapete console copy-firmware`. Without a console: `tapete console simulate`."
        ),
    ),
    "only_prompt": Trouble(
        "fault",
        _("There is a board with CircuitPython at {port}, but it has no data channel."),
        _(
            "Copy the firmware with `tapete console copy-firmware`, then unplug the board and plug it in again: boot.py acts at "
            "power-on only."
        ),
    ),
    "other_device": Trouble(
        "fault",
        _("The board at {port} has a data channel but calls itself {name}, not Tapete console: nothing is written to it."),
        _(
            "If it is to be a console copy the firmware (`tapete console copy-firmware`), then unplug it and plug it in again. If it is "
            "one all the same give its port: `tapete play --port {port}`."
        ),
    ),
    "boot_loader": Trouble(
        "fault",
        _("A Pico waits in its boot loader, as the drive {drive}."),
        _(
            "If it is new copy the image of CircuitPython (circuitpython.org) or the file of `tapete console image` onto that drive. If it "
            "was a console unplug it and plug it in again, without BOOTSEL."
        ),
    ),
    "several_consoles": Trouble(
        "note",
        _("There are {count} consoles; the one at {port} is used."),
        _("To use another one give its port: `tapete console list` names them."),
    ),
    "port_gone": Trouble(
        "fault",
        _("The port {port} is not there now."),
        _("Plug the console in. It is recognised by itself when it is back; what was pressed meanwhile is not lost."),
    ),
    "no_permission": Trouble(
        "fault",
        _("You have no permission to open {port}."),
        _(
            "On Linux: `sudo usermod -aG {group} $USER`, then log out and in again. Or, for every user, put this line into "
            "/etc/udev/rules.d/70-tapete.rules and plug the console in again: {udev}"
        ),
    ),
    "port_busy": Trouble(
        "fault",
        _("Another program has {port} open."),
        _(
            "Close the other Tapete, or the editor or terminal that uses this port (Thonny, Mu, screen). A console obeys one program only. "
            "On Linux ModemManager may hold a port for 20 seconds after it was plugged in: wait, or keep it away with the udev line of "
            "docs/troubleshooting.md."
        ),
    ),
    "port_fails": Trouble(
        "fault",
        _("{port} cannot be opened: {reason}."),
        _("Unplug the console, wait two seconds and plug it in again; if that does not help try another USB port or cable."),
    ),
    "no_terminal": Trouble(
        "fault",
        _("This computer gives the simulated console no pseudo-terminal: {why}."),
        _("Close programs that have some open (terminals, screen, tmux), or do without one: `tapete console simulate --tcp 0`."),
    ),
    "no_link": Trouble(
        "fault",
        _("The simulated console cannot leave a link to its port at {path}: {why}."),
        _("Give a path in a folder that exists and that you may write to, or leave `--link` out."),
    ),
    "no_tcp": Trouble(
        "fault",
        _("The simulated console cannot have the TCP port {port}: {why}."),
        _("End the program that has it, or let the computer choose a free one: `tapete console simulate --tcp 0`."),
    ),
    "local_no_header": Trouble(
        "fault",
        _("This computer ({computer}) has no header of a Raspberry Pi: the firmware finds no pins here."),
        _(
            "Run it on a Raspberry Pi, try the way without pins (`tapete console local --rehearse`), or use a simulated console: `tapete "
            "console simulate`. USB adapters such as MCP2221 and FT232H cannot drive pixels."
        ),
    ),
    "local_package": Trouble(
        "fault",
        _("The package {package} is missing: without it Blinka reaches neither pins nor pixels here."),
        _("Install what a Raspberry Pi needs: `pipx install --force '.[local]'`."),
    ),
    "local_pixel_pin": Trouble(
        "fault",
        _("GPIO {pin} cannot drive pixels on this computer ({computer})."),
        _("Put the data wire on one of these and name it with `--pixel-pin`: {pins}."),
    ),
    "local_no_root": Trouble(
        "fault",
        _("Pixels on GPIO {pin} need root."),
        _("Put `sudo -E` in front of the command; or switch SPI on (raspi-config), wire the pixels to GPIO 10 and add `--pixel-pin 10`."),
    ),
    "local_button_pin": Trouble(
        "fault",
        _("The button on {button} cannot use {pin}: {why}."),
        _("Use another pin: `--pin {button}=D4`. On Raspberry Pi OS you must be in the group gpio, and no other program may have the pin."),
    ),
    "local_pixels": Trouble(
        "fault",
        _("The pixels on GPIO {pin} cannot be written: {why}."),
        _("Look whether SPI (for GPIO 10) is switched on, whether sound uses the same pin, and whether another program has it."),
    ),
    "no_answer": Trouble(
        "fault",
        _("{port} opens, but nobody answers."),
        _(
            "It may be another device, or the firmware stands still. Press RUN or unplug the console and plug it in; else `tapete "
            "console copy-firmware`."
        ),
    ),
    "console_older": Trouble(
        "fault",
        _("The console speaks protocol {theirs} (firmware {firmware}), this program {ours}."),
        _("Bring the console up to date: `tapete console copy-firmware`."),
    ),
    "host_older": Trouble(
        "fault",
        _("The console speaks protocol {theirs} (firmware {firmware}), newer than {ours} of this program."),
        _("Bring this program up to date: put the newer folder of Tapete in the place of this one, and start it again."),
    ),
    "firmware_differs": Trouble(
        "note",
        _("The console has firmware {theirs}; {ours} comes with this program."),
        _("They work together. To update the console: `tapete console copy-firmware`."),
    ),
    "memory_low": Trouble(
        "warning",
        _("The console has only {free} {free:byte|bytes} of memory left."),
        _("Have fewer pixels or panels in settings.toml and restart the console; if memory keeps falling it is a bug: send this report."),
    ),
    "loop_slow": Trouble(
        "warning",
        _("One turn of the console's loop took {turn} ms."),
        _("Above {limit} ms buttons feel slow. Take foreign files off the TAPETE drive and use fewer pixels a panel."),
    ),
    "lines_damaged": Trouble(
        "warning",
        _("{host} {host:line|lines} reached this program damaged, {console} the console."),
        _("Nothing was lost: they are repeated. But use a shorter or shielded cable, away from the pixels' supply."),
    ),
    "lines_repeated": Trouble(
        "note",
        _("The console repeated {resent} {resent:message|messages}."),
        _("Normal after unplugging. If it grows while you play the computer is too busy or the cable is bad."),
    ),
    "presses_dropped": Trouble(
        "warning",
        _("The console took no notice of {dropped} {dropped:press|presses}: its queue was full."),
        _(
            "A red blink showed it at the press. It happens when the program hangs with the port open: close it and go on with "
            "`tapete resume`."
        ),
    ),
    "power_limited": Trouble(
        "note",
        _("The console dimmed {limited} {limited:picture|pictures} to keep its current limit."),
        _("With a stronger supply raise TAPETE_BUDGET_MA in settings.toml; else there is nothing to do."),
    ),
    "started_by_watchdog": Trouble(
        "warning",
        _("The console restarted by itself: the firmware had come to a stop."),
        _("Bids sealed at that time are gone and are asked for again. If it happens again check the supply and send this report."),
    ),
    "firmware_error": Trouble(
        "warning",
        _("Firmware {firmware} failed: {kind} at {place}. It restarted by itself."),
        _("You can go on. Please send this report so that we can fix it."),
    ),
    "console_stopped": Trouble(
        "fault",
        _("The console broke down {count} times in a row and stands still: {words}."),
        _(
            "Correct settings.toml on its drive if it was changed, or copy the firmware anew (`tapete console copy-firmware`); then "
            "unplug the console and plug it in again. If it stops again send this report."
        ),
    ),
    "console_broken": Trouble(
        "fault",
        _("The console cannot run what is on its drive: {words}."),
        _(
            "Copy the firmware anew (`tapete console copy-firmware`): it brings back files that are missing or broken. Then unplug the "
            "console and plug it in again."
        ),
    ),
    "safe_mode": Trouble(
        "fault",
        _("The console failed {restarts} times in a row and now only counts and rolls dice."),
        _(
            "Correct settings.toml if it was changed and restart the console, or unplug it and plug it in again. If it happens again "
            "copy the firmware anew (`tapete console copy-firmware`) and send this report."
        ),
    ),
    "dimmed": Trouble(
        "note",
        _("The picture wants {wanted} mA, {allowed} are allowed: the console dims it."),
        _("With a stronger supply raise TAPETE_BUDGET_MA in settings.toml."),
    ),
    "pixels_fail": Trouble(
        "warning",
        _("The pixels of chain {chain} cannot be written ({kind})."),
        _(
            "The buttons go on and the page shows what is missing. Restart the console. Pixels never answer: only you can see whether a "
            "strip lights up. `tapete console self-test` lights one after the other; look at the data wire where it stays dark."
        ),
    ),
    "keys_lost": Trouble(
        "warning",
        _("The console had more presses than it could read."),
        _("Press more slowly, and check that no button is stuck."),
    ),
    "digits_missing": Trouble(
        "warning",
        _("Panel {panel}: its display with four digits does not answer."),
        _("Check its four wires and its address. Without displays write TAPETE_DIGITS = 0 into settings.toml."),
    ),
    "bus_keys_missing": Trouble(
        "warning",
        _("The buttons over two wires do not answer."),
        _("Check the four wires and the address of their chip. With buttons on pins write TAPETE_KEYS = 0 into settings.toml."),
    ),
    "bus_knob_missing": Trouble(
        "warning",
        _("The knob over two wires does not answer."),
        _("Check its four wires and its address. Without a knob write TAPETE_ENCODER = 0 into settings.toml."),
    ),
    "reader_mute": Trouble(
        "warning",
        _("The console's reader of stickers does not answer."),
        _("Check its four wires and its switches: HSU, both off. Without a reader write TAPETE_READER = 0 into settings.toml."),
    ),
    "button_stuck": Trouble(
        "warning",
        _("Panel {panel}: {button} has been pressed ever since the console was switched on."),
        _("Free the button, or look for a short between its wire and ground. Until it is released the console takes nothing from it."),
    ),
    "self_test_done": Trouble(
        "note",
        _("The console has walked through its pixels."),
        _("If one was missing replace the first that stayed dark: those behind depend on it."),
    ),
    "other_report": Trouble(
        "note",
        _("The console reports: {code} {words}."),
        _("This program does not know this notice; bring it up to date if something goes wrong."),
    ),
    "setting_wrong": Trouble(
        "warning",
        _("The console cannot use what settings.toml says: {key} = {stands}. {used} counts instead."),
        _("Correct that line on the TAPETE drive and restart the console; `tapete console copy-firmware --dry-run` names the line."),
    ),
    "settings_line": Trouble(
        "warning",
        _("settings.toml, line {line}: {key} = {stands} cannot be used. {used} counts instead."),
        _(
            "Correct that line on the TAPETE drive and restart the console: a whole number without quotes, anything else in plain "
            'double quotes (").'
        ),
    ),
    "settings_unread": Trouble(
        "warning",
        _("settings.toml, line {line}, counts for nothing: {text}"),
        _(
            "Write one of the keys that the firmware's settings.toml explains, once, above any line in square brackets, and save the "
            "file as plain UTF-8 without a byte order mark."
        ),
    ),
    "radio_on": Trouble(
        "note",
        _("settings.toml, line {line}: {key} switches the radio of a Pico W on at each start."),
        _("Tapete does not use it. Take the line out if nothing else of yours does."),
    ),
    "budget_too_small": Trouble(
        "warning",
        _("Dark pixels, private displays and the least light that can be read take {dark} mA; {budget} are allowed."),
        _("Use a stronger supply and raise TAPETE_BUDGET_MA in settings.toml, or have fewer panels."),
    ),
    "wiring_wrong": Trouble(
        "fault",
        _("The console's pin map cannot be built: {fault}."),
        _(
            "Its pixels stay dark, and only buttons that have their pin for themselves answer. Correct lib/tapete_console/pins.py on the "
            "TAPETE drive, or put the original back with `tapete console copy-firmware`, and restart the console."
        ),
    ),
    "healthy": Trouble(
        "good",
        _("The console at {port} is well."),
        _("There is nothing to do."),
    ),
    "dice_even": Trouble(
        "good",
        _("The dice are even: {rolls} {rolls:throw|throws}, chi-square {chi}, p = {p}."),
        _("There is nothing to do."),
    ),
    "dice_uneven": Trouble(
        "warning",
        _("The dice do not look even: {rolls} {rolls:throw|throws}, chi-square {chi}, p = {p}."),
        _(
            "Repeat the test: even dice give such a value once in a thousand. If it comes again send the figures, and type dice in "
            "on the page."
        ),
    ),
    "no_drive": Trouble(
        "fault",
        _("No CircuitPython drive found."),
        _(
            "Plug the Pico in. If its drive is hidden hold LOCK of the first panel while you plug it in. A new Pico: hold BOOTSEL "
            "while you plug it in and copy the image of CircuitPython (circuitpython.org) onto RPI-RP2. If the drive is elsewhere "
            "give its folder."
        ),
    ),
    "several_drives": Trouble(
        "fault",
        _("There are several drives with CircuitPython: {drives}."),
        _("Give the folder of the one you mean: `tapete console copy-firmware FOLDER`."),
    ),
    "not_circuitpython": Trouble(
        "fault",
        _("There is no CircuitPython on {drive}: boot_out.txt is missing."),
        _(
            "Give the root folder of the drive CIRCUITPY or TAPETE. If the Pico has just been given CircuitPython unplug it and "
            "plug it in again."
        ),
    ),
    "interpreter_old": Trouble(
        "fault",
        _("The board has CircuitPython {theirs}; {oldest} or newer is needed."),
        _("Hold BOOTSEL while you plug the Pico in and copy a newer image from circuitpython.org onto RPI-RP2; your files stay."),
    ),
    "interpreter_new": Trouble(
        "warning",
        _("The board has CircuitPython {theirs}; this firmware was tried with {tried} only."),
        _("You can go on. If something goes wrong put CircuitPython 10 (circuitpython.org) on the board and copy again."),
    ),
    "other_board": Trouble(
        "fault",
        _("The drive belongs to another board: {board}."),
        _(
            "The firmware is for a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W, whose pins it names. Plug that board in or give the "
            "folder of its drive. If yours has the same pins (GP2 to GP22) add `--board-is-compatible`."
        ),
    ),
    "other_project": Trouble(
        "fault",
        _("{drive} holds another project: {files}."),
        _(
            "Nothing was changed. To use this board for Tapete repeat the command with `--replace`: those files stay on the drive beside "
            "the new ones, as they are, with `.before-tapete` behind their names."
        ),
    ),
    "drive_broken": Trouble(
        "warning",
        _("Files of the firmware on {drive} are missing, empty or cut short: {files}."),
        _("Bring them back: `tapete console copy-firmware`."),
    ),
    "drive_changed": Trouble(
        "note",
        _("Files of the firmware on {drive} are not those that come with this program: {files}."),
        _("If you changed them yourself there is nothing to do; else bring them back: `tapete console copy-firmware`."),
    ),
    "files_in_the_way": Trouble(
        "warning",
        _("{drive} holds files that CircuitPython takes in the place of the firmware's: {files}."),
        _("`tapete console copy-firmware` moves them aside."),
    ),
    "boot_failed": Trouble(
        "warning",
        _("boot.py went wrong when the board was plugged in: {words}."),
        _("Copy the firmware anew (`tapete console copy-firmware`), eject the drive, unplug the console and plug it in again."),
    ),
    "neopixel_missing": Trouble(
        "fault",
        _("The pixel driver is missing: the package adafruit-circuitpython-neopixel."),
        _("Install it: `pip install adafruit-circuitpython-neopixel`."),
    ),
    "drive_protected": Trouble(
        "fault",
        _("{drive} cannot be written."),
        _("Hold LOCK of the first panel while you plug the console in, and repeat. On Linux check that the drive is mounted for you."),
    ),
    "drive_full": Trouble(
        "fault",
        _("{drive} is full."),
        _("Delete files that are not Tapete's from the drive, and repeat."),
    ),
    "drive_fails": Trouble(
        "fault",
        _("{drive} fails: {reason}."),
        _("Unplug the console, plug it in again and repeat: what was right already is not copied again."),
    ),
    "copy_differs": Trouble(
        "fault",
        _("Reading {file} back gave something else."),
        _(
            "Copy again. If it happens again keep settings.toml and erase the drive: at the Python prompt, `import storage; "
            "storage.erase_filesystem()`."
        ),
    ),
    "firmware_current": Trouble(
        "good",
        _("The firmware on the drive is up to date."),
        _("There is nothing to do."),
    ),
    "firmware_copied": Trouble(
        "good",
        _("Firmware copied and proved: {changed} {changed:file|files} new or changed."),
        _("Eject the drive and press RUN (or unplug the console and plug it in) so that it starts with it; then `tapete console doctor`."),
    ),
    "firmware_copied_boot": Trouble(
        "good",
        _("Firmware copied and proved: {changed} {changed:file|files} new or changed, boot.py too."),
        _("Eject the drive, unplug the console and plug it in again: boot.py acts only then. Then `tapete console doctor`."),
    ),
    "image_no_uf2": Trouble(
        "fault",
        _("{file} is no UF2 file, or is not whole."),
        _("Download CircuitPython's image for your board again (circuitpython.org, the file that ends in .uf2)."),
    ),
    "image_other_board": Trouble(
        "fault",
        _("{file} is not CircuitPython for the board {board}."),
        _(
            "Choose the board that you have with `--board`, and its own image from circuitpython.org: a Pico with radio and one without "
            "need different ones."
        ),
    ),
    "image_made": Trouble(
        "good",
        _("{file} holds CircuitPython {version}, the firmware and settings for {panels} {panels:panel|panels} ({megabytes} MB)."),
        _(
            "Hold BOOTSEL while you plug the Pico in, and drop the file onto the drive that appears (RPI-RP2 or RP2350). What was on the "
            "board is gone. After five seconds it is a console: `tapete console doctor`."
        ),
    ),
    "match_going_on": Trouble(
        "fault",
        _("The console at {port} holds bids of a match."),
        _("Finish that round or close the match before the test: it uses the buttons."),
    ),
}
"""Every code with its sentences."""

UDEV_RULE = 'SUBSYSTEM=="tty", ATTRS{product}=="Tapete console", ENV{ID_MM_DEVICE_IGNORE}="1", TAG+="uaccess"'
"""Lets the person at the computer open a console of any board: `boot.py` gives all of them this name."""


_WIRES: tuple[tuple[str, Message], ...] = (
    (r"panel (?P<panel>\d+) button (?P<button>\d+)", _("panel {panel} button {button}")),
    (r"panel (?P<panel>\d+) pixels", _("panel {panel} pixels")),
    (r"bridge", _("bridge")),
)
_FAULTS: tuple[tuple[str, Message], ...] = (
    (
        r"(?P<wanted>\d+) panels are wanted, the pin map has pins for (?P<panels>\d+)",
        _("{wanted} panels are wanted, the pin map has pins for {panels}"),
    ),
    (r"panel (?P<panel>\d+) has (?P<buttons>\d+) buttons, not 4", _("panel {panel} has {buttons} buttons, not 4")),
    (r"(?P<wire>.+): GP(?P<pin>\d+) is not on the header", _("{wire}: GP{pin} is not on the header")),
    (r"(?P<wire>.+): GP(?P<pin>\d+) is reserved", _("{wire}: GP{pin} is reserved")),
    (r"(?P<wire>.+): GP(?P<pin>\d+) is already (?P<other>.+)", _("{wire}: GP{pin} is already {other}")),
)
_SUPPLY = re.compile(r"(\d+) mA do not cover (\d+) mA of dark pixels, private displays and the least light")


def _translated(words: str, sentences: tuple[tuple[str, Message], ...]) -> Text:
    """What `tapete_console.wiring` says, in every language; as it is where a newer firmware says more."""
    for pattern, sentence in sentences:
        if (match := re.fullmatch(pattern, words)) is not None:
            return sentence.fill(**{name: _translated(part, _WIRES) for name, part in match.groupdict().items()})
    return Given(words)


def wired(fault: str) -> Finding:
    """The finding behind one fault of pin map or supply, in the words of `tapete_console.wiring` (panels and buttons count from 0)."""
    if (supply := _SUPPLY.fullmatch(fault)) is not None:
        return Finding("budget_too_small", {"dark": supply[2], "budget": supply[1]})
    return Finding("wiring_wrong", {"fault": _translated(fault, _FAULTS)})


def reported(code: str, words: tuple[str, ...]) -> Finding:
    """The finding behind a `report` of the console (docs/link.md, section 9)."""
    parts = [*words, "?", "?", "?"]
    match code:
        case "error":
            return Finding("firmware_error", {"kind": parts[0], "place": parts[1], "firmware": parts[2]})
        case "restart":
            return Finding("started_by_watchdog")
        case "safe":
            return Finding("safe_mode", {"restarts": parts[0]})
        case "stopped":
            if parts[0] == "1":  # no row of restarts: the program did not even begin
                return Finding("console_broken", {"words": " ".join(words[1:])})
            return Finding("console_stopped", {"count": parts[0], "words": " ".join(words[1:])})
        case "limited":
            return Finding("dimmed", {"wanted": parts[0], "allowed": parts[1]})
        case "pixels":
            return Finding("pixels_fail", {"chain": parts[0], "kind": parts[1]})
        case "stuck":
            panel = int(parts[0]) + 1 if parts[0].isdecimal() else parts[0]
            return Finding("button_stuck", {"panel": panel, "button": parts[1].upper()})
        case "keys":
            return Finding("keys_lost")
        case "digits":
            return Finding("digits_missing", {"panel": int(parts[0]) + 1 if parts[0].isdecimal() else parts[0]})
        case "bus":
            return Finding("bus_knob_missing" if parts[0] == "knob" else "bus_keys_missing")
        case "reader":
            return Finding("reader_mute")
        case "selftest":
            return Finding("self_test_done")
        case "wiring":
            return wired(" ".join(words))
        case "setting":
            return Finding("setting_wrong", {"key": parts[0], "used": parts[1], "stands": " ".join(words[2:]) or "—"})
        case "power":
            return Finding("budget_too_small", {"dark": parts[0], "budget": parts[1]})
        case _:
            return Finding("other_report", {"code": code, "words": " ".join(words)})
