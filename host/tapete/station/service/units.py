"""The files that make a computer with Debian or Raspberry Pi OS (64-bit) a station: service units, users, device rule, log limits.

The screen is Chromium under cage, a compositor that shows one window and nothing else: no desktop that visitors could reach, no session
that a person must log in to, and a browser that falls over is started again by the same systemd that watches the host. The autostart of a
desktop offers none of the three.
"""

from __future__ import annotations

from tapete.console.find import PICOS, PRODUCT

USER, SCREEN_USER = "tapete", "tapete-screen"
"""The unprivileged users of host and screen. The screen's cannot read the data: it shares a group with the host for the address alone."""

INSTALLER = "tapete-install"
"""Who runs pip: the owner of an environment while it is made, and of nothing else."""

HOST_UNIT, SCREEN_UNIT = "tapete.service", "tapete-screen.service"
PLACE = "/opt/tapete"
DATA = "/var/lib/tapete"
RUNTIME = "/run/tapete"
SCREEN_RUNTIME = "/run/tapete-screen"
PORT = 8765

FEW_ARENAS = ("MALLOC_ARENA_MAX", "1")
"""For the host: pages are drawn by many threads in turn, and glibc would keep a heap for each, with holes that only grow. Over 600
matches what is used stays at 13.5 MiB; one heap has 3 MiB of holes, two have 4. The interpreter's lock lets one thread allocate anyway."""

COMMON_HARDENING = """\
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ProtectProc=invisible
ProcSubset=all
ProtectClock=yes
ProtectHostname=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
"""
"""Of both units: neither needs any privilege, another user's processes, or a way to change the system."""

HARDENING = f"""\
{COMMON_HARDENING}\
RestrictNamespaces=yes
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
UMask=0077
"""
"""Of the host: it reads its own files, writes its data, opens a serial port and listens."""

HOST = f"""\
# Written by “tapete station install”; “tapete station uninstall” removes it.
[Unit]
Description=Tapete demo station
After=network.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
User={USER}
Group={USER}
SupplementaryGroups=dialout
ExecStart={PLACE}/current/bin/tapete station --lan --no-browser --web-port {PORT} --data {DATA}
Environment=PYTHONUNBUFFERED=1
Environment={"=".join(FEW_ARENAS)}
Restart=always
RestartSec=1
TimeoutStartSec=90
TimeoutStopSec=20
WatchdogSec=60
StateDirectory=tapete
StateDirectoryMode=0700
RuntimeDirectory=tapete
RuntimeDirectoryMode=0750
LogNamespace=tapete
MemoryMax=700M
TasksMax=200
LimitNOFILE=4096
LimitCORE=0
DevicePolicy=closed
DeviceAllow=char-ttyACM rw
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
IPAddressDeny=any
IPAddressAllow=localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7
{HARDENING}
[Install]
WantedBy=multi-user.target
"""

SCREEN = f"""\
# Written by “tapete station install”; “tapete station uninstall” removes it.
[Unit]
Description=Screen of the Tapete demo station
After=systemd-user-sessions.service plymouth-quit-wait.service {HOST_UNIT}
Wants={HOST_UNIT}
Conflicts=getty@tty1.service
After=getty@tty1.service
StartLimitIntervalSec=0

[Service]
Type=simple
User={SCREEN_USER}
Group={USER}
PAMName=login
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
StandardOutput=journal
StandardError=journal
UtmpIdentifier=tty1
UtmpMode=user
StateDirectory=tapete-screen
StateDirectoryMode=0700
RuntimeDirectory=tapete-screen
RuntimeDirectoryMode=0700
Environment=HOME=/var/lib/tapete-screen
ExecStart={PLACE}/screen
Restart=always
RestartSec=2
LogNamespace=tapete
MemoryMax=1500M
LimitCORE=0
DevicePolicy=closed
DeviceAllow=char-drm rw
DeviceAllow=char-input rw
DeviceAllow=char-tty rw
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
{COMMON_HARDENING}\
RestrictNamespaces=user pid net
SystemCallFilter=@system-service @pkey chroot seccomp
SystemCallErrorNumber=EPERM
UMask=0077
InaccessiblePaths=-{DATA}
IPAddressDeny=any
IPAddressAllow=localhost

[Install]
WantedBy=multi-user.target
"""
"""`ProtectHome` takes /run/user away too, where the compositor would have its socket: it has a runtime directory of its own, which the
script names (PAM says otherwise).

Chromium makes its own sandbox out of user, process and network namespaces, `chroot` within them, and seccomp: these are left to it, and
writable code to its JavaScript. What the filter refuses is refused, not ended: a driver of graphics may ask for more than it needs."""

SCREEN_SCRIPT = f"""\
#!/bin/sh
# The station's screen: waits until the host has left the page that leads to it, then shows it, and nothing else.
set -eu
export XDG_RUNTIME_DIR={SCREEN_RUNTIME}
until [ -r {RUNTIME}/screen.html ]; do sleep 0.2; done
browser=$(command -v chromium || command -v chromium-browser)
exec cage -s -- "$browser" --kiosk --no-first-run --noerrdialogs --disable-infobars --disable-translate \\
    --disable-pinch --overscroll-history-navigation=0 --disable-features=Translate,TouchpadOverscrollHistoryNavigation \\
    --incognito --disable-sync --disable-background-networking --disable-component-update --ozone-platform=wayland \\
    --user-data-dir=/var/lib/tapete-screen/browser "file://{RUNTIME}/screen.html"
"""

SYSUSERS = f"""\
# Users of the Tapete demo station (sysusers.d(5)).
u {USER} - "Tapete demo station" {DATA}
u {INSTALLER} - "Installs the Tapete demo station"
u {SCREEN_USER} - "Screen of the Tapete demo station" /var/lib/tapete-screen
m {SCREEN_USER} {USER}
m {SCREEN_USER} video
m {SCREEN_USER} render
m {SCREEN_USER} input
m {USER} dialout
"""

_OURS = f'GROUP="{USER}", MODE="0660", TAG+="uaccess", ENV{{ID_MM_DEVICE_IGNORE}}="1"\n'
UDEV = (
    "".join(
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}", {_OURS}' for vendor, product in PICOS.values()
    )
    + f'SUBSYSTEM=="tty", ATTRS{{product}}=="{PRODUCT}", {_OURS}'
)
"""The console's port belongs to the station, by the ids of the Picos or by the name that `boot.py` gives any board; modem managers leave
it alone."""

JOURNALD = """\
# The log of the Tapete demo station stays small (journald.conf(5)); the rest of the system's log is not touched.
[Journal]
SystemMaxUse=48M
SystemMaxFileSize=8M
RuntimeMaxUse=16M
MaxRetentionSec=2month
"""

SYSUSERS_FILE = "/etc/sysusers.d/tapete.conf"

FILES: tuple[tuple[str, str, int], ...] = (
    (SYSUSERS_FILE, SYSUSERS, 0o644),
    ("/etc/udev/rules.d/70-tapete.rules", UDEV, 0o644),
    ("/etc/systemd/journald@tapete.conf", JOURNALD, 0o644),
    (f"{PLACE}/screen", SCREEN_SCRIPT, 0o755),
    (f"/etc/systemd/system/{HOST_UNIT}", HOST, 0o644),
    (f"/etc/systemd/system/{SCREEN_UNIT}", SCREEN, 0o644),
)
"""Path, text and permissions of every file that is written."""
