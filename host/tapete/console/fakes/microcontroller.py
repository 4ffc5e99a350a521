"""Fake `microcontroller`: pins, chip id, reset, nvm and the watchdog's place. Unknown names do not exist here either."""

import simhw
import watchdog as _watchdog


class Pin:
    """A pin of the chip; `n` is its GP number. There is one object a pin, made by `board`."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n

    def __repr__(self) -> str:
        return "board.GP%d" % self.n


class ResetReason:
    """Why the chip started; compare with `is` or `==`."""

    POWER_ON = "microcontroller.ResetReason.POWER_ON"
    SOFTWARE = "microcontroller.ResetReason.SOFTWARE"
    WATCHDOG = "microcontroller.ResetReason.WATCHDOG"
    RESET_PIN = "microcontroller.ResetReason.RESET_PIN"
    UNKNOWN = "microcontroller.ResetReason.UNKNOWN"


class RunMode:
    """What the next start is to be."""

    NORMAL = "microcontroller.RunMode.NORMAL"
    SAFE_MODE = "microcontroller.RunMode.SAFE_MODE"
    UF2 = "microcontroller.RunMode.UF2"
    BOOTLOADER = "microcontroller.RunMode.BOOTLOADER"


_REASONS = {
    "power": ResetReason.POWER_ON,
    "software": ResetReason.SOFTWARE,
    "watchdog": ResetReason.WATCHDOG,
    "run pin": ResetReason.RESET_PIN,
    "reload": ResetReason.POWER_ON,
}


class Processor:
    """The chip. `uid` is 8 bytes, `temperature` in degrees Celsius, `frequency` in hertz."""

    __slots__ = ()

    @property
    def uid(self) -> bytearray:
        return bytearray(simhw.UID)

    @property
    def temperature(self) -> float:
        return 27.0

    @property
    def frequency(self) -> int:
        return 125000000

    @property
    def reset_reason(self) -> str:
        return _REASONS[simhw.RESET_REASON]


class ByteArray:
    """`microcontroller.nvm`: 4,096 bytes that survive a reset. A slice is written whole (one sector erased: count your writes)."""

    __slots__ = ()

    def __len__(self) -> int:
        return simhw.NVM_BYTES

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: "int | slice") -> "int | bytearray":
        if isinstance(index, slice):
            return bytearray(simhw.NVM[index])
        return simhw.NVM[index]

    def __setitem__(self, index: "int | slice", value: "int | bytes | bytearray") -> None:
        if isinstance(index, slice):
            if isinstance(value, int):
                raise TypeError("array/bytes required on right side")
            if len(simhw.NVM[index]) != len(value):
                raise ValueError("Slice and value different lengths")
            simhw.NVM[index] = value
        else:
            if not isinstance(value, int):
                raise TypeError("can't convert to int")
            simhw.NVM[index] = value
        simhw.NVM_WRITES += 1


cpu = Processor()
nvm = ByteArray()
watchdog = _watchdog.WatchDogTimer()


def reset() -> None:
    """Start the chip again; does not return."""
    raise simhw.BoardReset("software")


def on_next_reset(run_mode: str) -> None:
    """Only an ordinary start can be asked for here: safe mode and bootloader have no counterpart on this computer."""
    if run_mode != RunMode.NORMAL:
        raise NotImplementedError(run_mode)


def delay_us(delay: int) -> None:
    """Busy waiting is refused: nothing in a polled loop may wait."""
    raise simhw.WouldBlock("microcontroller.delay_us(%d)" % delay)
