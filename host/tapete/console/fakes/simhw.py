"""The hardware behind the fakes: pins, pixels, clock, serial bytes and resets of a Pico that is not there.

The fakes in this folder (`board`, `keypad`, `usb_cdc` ...) are what CircuitPython's firmware imports; this module is the other side,
which tests and the simulator hold in their hands: set a pin, move the clock, read the frames that went out to the pixels, write bytes
as the host would. The same files run on CPython and in MicroPython, so nothing here uses `typing`, `enum` or a thread.

Strict where the Pico is strict: a call that would block for ever raises `WouldBlock`, a pin cannot be taken twice, the tick counter
wraps 65.5 s after start, never more than 256 bytes wait in either direction. Source of the figures: CircuitPython 10.1.3 on the RP2040
(firmware/README.md).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # mypy knows this name; neither interpreter ever comes here
    from collections.abc import Callable

PIN_COUNT = 29
"""GP0..GP28."""

BUFFER_BYTES = 256
"""Receive buffer and transmit buffer of a USB serial channel; a full one makes the other end wait."""

TICKS_START = 536805376
"""`supervisor.ticks_ms()` at power-on: 65,536 ms before it wraps."""

TICKS_MODULUS = 2**29

NVM_BYTES = 4096


class WouldBlock(Exception):
    """The firmware made a call that stops the whole console on a Pico: a serial read or write without a timeout, a pin that floats."""


class BoardReset(BaseException):
    """The board starts again. Not an `Exception`, so that no handler of the firmware stops it.

    `reason` is "software" (microcontroller.reset), "watchdog" (it was not fed), "run pin" (a person pressed RUN), "power" or "reload"
    (supervisor.reload: code.py again, no reset).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# The clock ----------------------------------------------------------------------------------------------------------------------------

NOW_MS: int = 0
"""Milliseconds since power-on, while no `CLOCK` is set. Tests move it with `advance`."""

CLOCK: "Callable[[], float] | None" = None
"""A function without arguments that gives milliseconds since power-on: the simulator puts real time here."""

ON_POLL: "Callable[[int], None] | None" = None
"""The simulator moves bytes here: called with 0 when the firmware looks at clock, keys or line, with milliseconds when it spends them."""


ON_TURN: "Callable[[], None] | None" = None
"""The simulator rests here: called when the firmware reads the clock, as it does once in each turn of its loop."""


def now_ms() -> int:
    """Milliseconds since power-on."""
    return NOW_MS if CLOCK is None else int(CLOCK())


def advance(ms: int) -> None:
    """Move the clock of a test by `ms` (0 or more). A watchdog that runs out bites when the firmware next touches the hardware."""
    global NOW_MS
    if ms < 0 or CLOCK is not None:
        raise ValueError("only a clock that stands still can be moved, and only forwards")
    NOW_MS += ms


def spend(ms: int) -> None:
    """Let `ms` pass inside a call that takes time on the Pico (a write that waits for the host)."""
    if CLOCK is None:
        advance(ms)
    if ON_POLL is not None:
        ON_POLL(ms)


def poll() -> None:
    """The firmware is about to look at clock, keys or line: let the outside catch up, and the watchdog bite."""
    if ON_POLL is not None:
        ON_POLL(0)
    check_watchdog()


def begin_turn() -> None:
    """The firmware reads the clock: let the computer rest before a turn begins, and the outside catch up."""
    if ON_TURN is None:
        poll()
    else:
        ON_TURN()
        check_watchdog()


def ticks_ms() -> int:
    """The Pico's tick counter: starts at 536805376, wraps to 0 at 2**29."""
    return (TICKS_START + now_ms()) % TICKS_MODULUS


# Pins ---------------------------------------------------------------------------------------------------------------------------------

LEVEL: "list[bool]" = [True] * PIN_COUNT
"""What the world outside puts on each pin: True = high. A button to ground that nobody presses is high through its pull-up."""

CLAIMED: "dict[int, str]" = {}
"""Pins in use, and by what; a second claim is refused as on the Pico."""


PEER = None
"""What is wired to the UART: takes bytes by `take`, and gives by `give` what has arrived (`pn532.PN532`); None: nothing."""


DISPLAYS: "dict[int, list[bytes]]" = {}
"""What answers on the I2C bus, by its address, with all that was written to it."""

AWAY: "set[int]" = set()
"""Addresses of expanders that do not answer (0x20: buttons, 0x36: a knob)."""

TONES: "list[tuple[int, int]]" = []
"""When a buzzer began which frequency; 0: silence."""

KNOB = 0
"""How many steps a knob was turned to the right."""


class Scanner:
    """Whatever samples pins by itself (keypad.Keys): it must see the old level before a pin changes."""

    def catch_up(self) -> None:
        """Make up for the scans that fell due since the last one."""
        raise NotImplementedError


SCANNERS: "list[Scanner]" = []


def set_level(pin: int, high: bool) -> None:
    """Put a level on pin GP`pin` (0..28) from this moment of the clock on. Raises IndexError for a pin the Pico lacks."""
    if not 0 <= pin < PIN_COUNT:
        raise IndexError("no pin GP%d on a Pico" % pin)
    for scanner in SCANNERS:
        scanner.catch_up()
    LEVEL[pin] = high


def claim(pin: int, user: str) -> None:
    """Take a pin for `user`. Raises ValueError, as the Pico does, when it is in use."""
    if pin in CLAIMED:
        raise ValueError("GP%d in use (by %s, wanted by %s)" % (pin, CLAIMED[pin], user))
    CLAIMED[pin] = user


def release(pin: int) -> None:
    """Give a pin back; one that nobody holds is no fault (deinit may be called twice)."""
    CLAIMED.pop(pin, None)


# Pixels -------------------------------------------------------------------------------------------------------------------------------

FRAMES: "list[tuple[int, int, bytes]]" = []
"""Every frame written: (milliseconds, pin, bytes on the wire in GRB order). The simulator runs for days: it turns `KEEP_FRAMES` off."""

KEEP_FRAMES: bool = True

LIT: "dict[int, bytes]" = {}
"""The last frame of each pin: what the pixels show now. WS2812 keep their light through a reset of the Pico."""

PIXEL_FAULTS: "set[int]" = set()
"""Pins whose pixel writes fail with OSError."""


def frame(pin: int, grb: bytes) -> None:
    """A frame goes out on a pin. Raises OSError where a test asked for a fault."""
    if pin in PIXEL_FAULTS:
        raise OSError(5, "pixel write failed on GP%d" % pin)
    if KEEP_FRAMES:
        FRAMES.append((now_ms(), pin, grb))
    LIT[pin] = grb


# Supply -------------------------------------------------------------------------------------------------------------------------------

RAIL_MV, VSYS_MV, RAIL_MILLIOHM, DIVIDER = 5000, 4700, 200, True
"""The rail without load and VSYS, what lies between port and rail, and whether the divider of a factory test is clipped to GP26."""


def millivolts_at(pin: int) -> int:
    """What a pin of the converter sees: the rail over two at GP26 (noise where nothing is clipped to it), VSYS over three at GP29."""
    if pin == 29:
        return VSYS_MV // 3
    if pin != 26 or not DIVIDER:
        return 60
    drawn = sum([sum(frame) for frame in LIT.values()]) * 20 // 255  # 20 mA a colour at full light
    return (RAIL_MV - drawn * RAIL_MILLIOHM // 1000) // 2


# Serial -------------------------------------------------------------------------------------------------------------------------------


class Line:
    """One USB serial channel as the host holds it: `host_write`, `host_read`, open or closed, reading or stalled.

    While the host has the port open and reads, what the firmware writes goes straight to `host_read`. A host that stalls leaves it in the
    transmit buffer until that is full. With the port closed the buffer keeps its last 256 bytes, which the next host may get first, as on
    the Pico.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Nobody has the port open, nothing is on the way."""
        self.open = False
        self.reading = True
        self.waiting = bytearray()  # host -> console, not read yet; beyond 256 bytes it still waits at the host
        self.transmit = bytearray()  # console -> host, not on the wire yet
        self.arrived = bytearray()  # console -> host, arrived

    def host_open(self) -> None:
        """The host opens the port (DTR on)."""
        self.open = True
        self.reading = True
        self._deliver()

    def host_close(self) -> None:
        """The host closes the port or dies (DTR off): what it had still to send is gone with it."""
        self.open = False
        self.waiting = self.waiting[:BUFFER_BYTES]

    def host_stall(self, stalled: bool) -> None:
        """The host has the port open but stops reading, or reads again."""
        self.reading = not stalled
        self._deliver()

    def host_write(self, octets: bytes) -> None:
        """The host sends bytes. None is lost; the console sees at most 256 of them waiting."""
        self.waiting.extend(octets)

    def host_read(self) -> bytes:
        """Everything that arrived at the host since the last call."""
        octets = bytes(self.arrived)
        self.arrived = bytearray()
        return octets

    def accept(self, octets: bytes) -> int:
        """The console writes. Returns how many bytes were taken (all of them while no host is there)."""
        if not self.open:
            self.transmit.extend(octets)
            if len(self.transmit) > BUFFER_BYTES:
                self.transmit = self.transmit[-BUFFER_BYTES:]
            return len(octets)
        room = BUFFER_BYTES - len(self.transmit)
        taken = octets[:room]
        self.transmit.extend(taken)
        self._deliver()
        return len(taken)

    def _deliver(self) -> None:
        if self.open and self.reading and self.transmit:
            self.arrived.extend(self.transmit)
            self.transmit = bytearray()


CONSOLE = Line()
"""The first channel: the Python prompt. The firmware must not speak the protocol here."""

DATA = Line()
"""The second channel, which `boot.py` turns on: the link."""


# Start, reset, watchdog ---------------------------------------------------------------------------------------------------------------

PHASE: str = "code"
"""\"boot\" while boot.py runs: only then may USB devices and the drive be changed."""

DATA_ENABLED: bool = True
"""Whether boot.py turned the data channel on. `restart(boot=True)` turns it off, as on a Pico without boot.py."""

RESET_REASON: str = "power"

NVM: bytearray = bytearray(b"\xff" * NVM_BYTES)
"""Survives every reset."""

NVM_WRITES: int = 0
"""Each one erases a sector: 38..56 ms with interrupts off, about 100,000 in a life."""

SAFE_MODE: str = "NONE"
"""Why safemode.py runs: a name of `supervisor.SafeModeReason`."""

SETTINGS: "dict[str, object]" = {}
"""What `os.getenv` reads on a Pico: settings.toml. A ValueError in the place of a value is raised: the board cannot read that line."""

UID: bytes = bytes((0xE6, 0x61, 0x64, 0x08, 0x43, 0x12, 0xAB, 0x34))

PREVIOUS_TRACEBACK: "str | None" = None

WATCHDOG_DUE: "int | None" = None
"""Milliseconds since power-on at which the watchdog bites; None: not running."""

ON_RESTART: "list[Callable[[], None]]" = []
"""Functions that the fakes leave here to put themselves back to the state after start."""


def getenv(key: str, default: object = None) -> object:
    """`os.getenv` of CircuitPython: settings.toml, strings and whole numbers. Put it over `os.getenv` where the firmware runs."""
    value = SETTINGS.get(key, default)
    if isinstance(value, ValueError):
        raise value
    return value


def stands(key: str) -> str:
    """What stands behind a key that cannot be read: these settings are no file, so nobody knows."""
    return ""


def restart(reason: str = "power", boot: bool = False) -> None:
    """A fresh start of the board: pins free, buffers empty, no watchdog; nvm, pin levels and lit pixels stay, unless the reason is "power".

    After power-on the clock stands at 0. With `boot` the state is that before boot.py (no data channel yet); without, that after the
    shipped boot.py.
    """
    global NOW_MS, PHASE, DATA_ENABLED, RESET_REASON, SAFE_MODE, NVM_WRITES, WATCHDOG_DUE, PREVIOUS_TRACEBACK, CLOCK, ON_POLL, ON_TURN
    global KEEP_FRAMES, KNOB, PEER, RAIL_MV, VSYS_MV, RAIL_MILLIOHM, DIVIDER
    CLAIMED.clear()
    del SCANNERS[:]
    CONSOLE.clear()
    DATA.clear()
    PHASE = "boot" if boot else "code"
    DATA_ENABLED = not boot
    RESET_REASON = reason
    SAFE_MODE = "NONE"
    WATCHDOG_DUE = None
    if reason == "power":
        NOW_MS = 0
        CLOCK = None
        ON_POLL = None
        ON_TURN = None
        PEER = None
        KNOB = 0
        DISPLAYS.clear()
        AWAY.clear()
        del TONES[:]
        KEEP_FRAMES = True
        for pin in range(PIN_COUNT):
            LEVEL[pin] = True
        del FRAMES[:]
        LIT.clear()
        PIXEL_FAULTS.clear()
        SETTINGS.clear()
        NVM[:] = b"\xff" * NVM_BYTES
        NVM_WRITES = 0
        RAIL_MV, VSYS_MV, RAIL_MILLIOHM, DIVIDER = 5000, 4700, 200, True
        PREVIOUS_TRACEBACK = None
    for function in ON_RESTART:
        function()


def end_boot() -> None:
    """boot.py is done: from here on USB and drive stay as they are."""
    global PHASE
    PHASE = "code"


def require_boot(what: str) -> None:
    """Raise RuntimeError, as the Pico does, for a call that only boot.py may make."""
    if PHASE != "boot":
        raise RuntimeError("%s: only in boot.py, before USB starts" % what)


def check_watchdog() -> None:
    """Raise BoardReset when the watchdog was not fed in time."""
    if WATCHDOG_DUE is not None and now_ms() >= WATCHDOG_DUE:
        raise BoardReset("watchdog")
