from collections.abc import Callable as Callable
from typing import Any, Protocol

from tapete_console.beside import Beside as Beside
from tapete_console.bus import Keys as Keys
from tapete_console.dice import Entropy
from tapete_console.edge import Board as Board
from tapete_console.parts import Buzzer as Buzzer
from tapete_console.parts import Digits as Digits
from tapete_console.parts import Encoder as Encoder
from tapete_console.picture import Picture
from tapete_console.settings_keys import Wrong as Wrong
from tapete_console.strip import Strip
from tapete_console.tags import Reader as Reader

class Port(Protocol):
    """`usb_cdc.Serial` with both timeouts 0, or what stands in for it."""

    @property
    def connected(self) -> bool: ...
    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes | None: ...
    def write(self, buf: bytes, /) -> int | None: ...
    def reset_output_buffer(self) -> None: ...

class Serial(Protocol):
    """`busio.UART` with a timeout of 0."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, nbytes: int | None = None, /) -> bytes | None: ...
    def write(self, buf: bytes, /) -> int | None: ...

class Tone(Protocol):
    """`pwmio.PWMOut` with a variable frequency."""

    frequency: int
    duty_cycle: int

class Knob(Protocol):
    """`rotaryio.IncrementalEncoder`."""

    position: int

class Bus(Protocol):
    """`busio.I2C`, locked."""

    def writeto(self, address: int, buffer: bytes | bytearray, /) -> None: ...
    def readfrom_into(self, address: int, buffer: bytearray, /) -> None: ...
    def writeto_then_readfrom(self, address: int, out_buffer: bytes | bytearray, in_buffer: bytearray, /) -> None: ...

class Pixels(Protocol):
    """`neopixel.NeoPixel` created with `auto_write=False`."""

    # Any: the stubs ask for a list of colours of every kind, and lists are invariant.
    def __setitem__(self, index: slice, value: Any, /) -> None: ...
    def show(self) -> None: ...

class Memory(Protocol):
    """`microcontroller.nvm`: bytes that survive a restart."""

    def __getitem__(self, index: slice, /) -> bytes | bytearray: ...
    def __setitem__(self, index: slice, value: bytes, /) -> None: ...

class KeyEvent(Protocol):
    """`keypad.Event`; its key is 4 * panel + button."""

    @property
    def key_number(self) -> int: ...
    @property
    def pressed(self) -> bool: ...
    @property
    def timestamp(self) -> int: ...

class Receiver(Protocol):
    """What the link asks of the console."""

    def introduce(self) -> dict[str, str]:
        """Return the values of hello that the link does not know itself."""

    def condition(self) -> dict[str, str]:
        """Return the values of status that the link does not know itself."""

    def take_scene(self, picture: Picture) -> list[str]:
        """Show this picture; return the words of a refusal, code first, or nothing."""

    def reveal(self, requests: list[str]) -> list[str]:
        """Queue the bids asked for under these ids; return the code of a refusal or nothing."""

    def heard(self, panel: int) -> None:
        """A message of this panel is safe with the host."""

    def session_opened(self) -> None:
        """A host is there."""

    def refused_by_host(self) -> None:
        """Host and console speak different protocols."""

    def sample(self, count: int) -> str:
        """Return `count` throws of the die as digits, 0 for ten."""

    def set_clock(self, minute: int, percent: int) -> None:
        """It is so many minutes (0..1439) past midnight."""

    def start_test(self) -> None:
        """Walk through all pixels."""

class Hardware(Protocol):
    """`port` of the link or None; one `strips` entry a panel; `bridge` or None; `entropy`; `memory` that survives restarts or None; `why`
    the board started (`power` `reset` `software` `watchdog` `other`); `faults` of the pin map (`wiring.faults`), usually none; keys `held`
    down (4 * panel + button) when it started."""

    @property
    def port(self) -> Port | None: ...
    @property
    def strips(self) -> list[Strip]: ...
    @property
    def bridge(self) -> Strip | None: ...
    @property
    def entropy(self) -> Entropy: ...
    @property
    def memory(self) -> Memory | None: ...
    @property
    def why(self) -> str: ...
    @property
    def faults(self) -> list[str]: ...
    @property
    def held(self) -> list[int]: ...
    @property
    def reader(self) -> Reader | None: ...
    @property
    def buzzer(self) -> Buzzer | None: ...
    @property
    def encoder(self) -> Encoder | None: ...
    @property
    def digits(self) -> Digits | None: ...
    @property
    def bus_keys(self) -> Keys | None: ...
    def next_key(self) -> KeyEvent | None:
        """Return the oldest key event, None if there is none."""

    def keys_lost(self) -> bool:
        """Tell whether key events were lost since the last call; events still waiting are thrown away then."""

    def collect(self) -> None:
        """Collect the memory that nothing uses; 6 ms."""

    def free(self) -> int:
        """Return the free memory in bytes; 4 ms."""

    def feed(self) -> None:
        """Tell the watchdog that the loop goes on."""

    def millivolts(self) -> tuple[int, int]:
        """Return the rail, measured at GP26 through a divider of two equal resistors, and VSYS; 0 for what cannot be measured."""
