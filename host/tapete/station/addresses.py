"""Counts addresses of visitors as the people behind them."""

from __future__ import annotations

import functools
import ipaddress
import socket

HERE = "here"
"""All addresses of this computer as one."""


@functools.lru_cache(1_024)
def group(address: str) -> str:
    """Return one name for all addresses that one person can have: those of this computer, or of an IPv6 network of 64 bits.

    Args:
        address: as the connection names it; anything that is no address stands for itself.
    """
    try:
        given = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(given, ipaddress.IPv6Address) and given.ipv4_mapped is not None:
        given = given.ipv4_mapped
    if given.is_loopback:
        return HERE
    return str(given) if given.version == 4 else str(ipaddress.ip_network((given, 64), strict=False))


def outward_address() -> str:
    """This computer's address in the network of the room; loopback without a network. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
