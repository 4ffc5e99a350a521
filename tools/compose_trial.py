"""Run `deploy/league/compose.yaml` as docs/league.md says, with containers: `sudo python tools/compose_trial.py [--folder FOLDER]`.

Makes base images from a tree of Debian (mmdebstrap), since no registry is asked: Python for the servers, and stand-ins for the images of
PostgreSQL and HAProxy that take the same settings. Then it runs the commands of docs/league.md, word by word, with podman-compose in the
place of docker compose: up, who is the organiser, doctor, backup, restore, upgrade. Between them an evening is played through the balancer,
a server and the database are killed while decisions are written, and at last the database lies on a disk that is full. Prints a line for
each step, and ends with 1 at the first that fails.

Needs root, Debian's packages podman, netavark, aardvark-dns, iptables and mmdebstrap, the extra `trials` (podman-compose), the network for
packages, and about 4 GB. The images stay in FOLDER, so that the next run is short.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.shop_trial import TrialFailed, checkout, step, until

ROOT = Path(__file__).resolve().parents[1]
GUIDE = "docs/league.md"
CHAPTER = "## A chain: several servers over one PostgreSQL"
PACKAGES = "python3-venv,ca-certificates,postgresql,haproxy"
PUBLIC = "http://events.my-shop.example:8770"
"""The address of the balancer, by the name that the guide's command gives it."""

BASE = "localhost/tapete-trial"
PROJECT = "tapete-league"
DISK_BYTES = 120 * 1024**2
MOST_ENTERED = 20_000
"""So many names at the most are entered until a full disk says so."""

HYBRID = Path("/sys/fs/cgroup/unified")
INSIDE = "TAPETE_TRIAL_INSIDE"

DATABASE = """\
set -eu
place=$(echo /usr/lib/postgresql/*/bin) data=/var/lib/postgresql/data
as="setpriv --reuid=postgres --regid=postgres --init-groups"
mkdir -p $data /run/postgresql
chown postgres: $data /run/postgresql
chmod 700 $data
if [ ! -e $data/PG_VERSION ]; then
    install -o postgres -m 600 "$POSTGRES_PASSWORD_FILE" /tmp/word
    $as $place/initdb -D $data -U "$POSTGRES_USER" --auth-local=trust --auth-host=scram-sha-256 --pwfile=/tmp/word -E UTF8 >/dev/null
    rm /tmp/word
    echo "host all all all scram-sha-256" >> $data/pg_hba.conf
    echo "CREATE DATABASE $POSTGRES_DB" | $as $place/postgres --single -D $data postgres >/dev/null
fi
exec $as $place/postgres -D $data -c "listen_addresses=*" "$@"
"""
"""The first process of the database's stand-in: what the image of PostgreSQL does with these settings and with its secret."""

IMAGES = {
    "database": f'FROM {BASE}:base\nCOPY database.sh /database.sh\nENTRYPOINT ["sh", "/database.sh"]\n',
    "balancer": f'FROM {BASE}:base\nUSER haproxy\nENTRYPOINT ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]\n',
}


def guide(heading: str) -> list[str]:
    """The blocks of commands of a chapter of the guide."""
    chapter = (ROOT / GUIDE).read_text(encoding="utf-8").split(f"\n{heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^```\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)


class Compose:
    """The containers, and the commands that people type.

    Args:
        folder: for everything that stays. mirror: of Debian's packages; empty: this computer's own.
    """

    def __init__(self, folder: Path, mirror: str) -> None:
        self.folder, self.mirror, self.source = folder, mirror, folder / "src"
        settings = folder / "containers"
        (settings / "networks").mkdir(parents=True, exist_ok=True)
        (settings / "storage.conf").write_text(
            f'[storage]\ndriver = "overlay"\nrunroot = "{settings}/run"\ngraphroot = "{settings}/graph"\n', encoding="utf-8"
        )
        (settings / "containers.conf").write_text(
            f'[containers]\ndefault_ulimits = ["nofile=8192:8192", "nproc=8192:8192"]\n'
            f'[network]\nnetwork_config_dir = "{settings}/networks"\n'
            f'[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\ntmp_dir = "{settings}/tmp"\n',
            encoding="utf-8",
        )
        self.env = os.environ | {
            "CONTAINERS_STORAGE_CONF": str(settings / "storage.conf"),
            "CONTAINERS_CONF": str(settings / "containers.conf"),
            "TAPETE_BASE": f"{BASE}:base",
            "TAPETE_POSTGRES": f"{BASE}:database",
            "TAPETE_HAPROXY": f"{BASE}:balancer",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }

    def typed(self, commands: str, check: bool = True) -> str:
        """Run commands of the guide in `deploy/league`; give what they printed.

        Raises:
            TrialFailed: one of them failed.
        """
        said = commands.replace("docker compose", "podman-compose").replace("sudo ", "").replace("cd deploy/league\n", "")
        where = self.source / "deploy/league"
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:  # what goes on behind keeps a pipe open
            done = subprocess.run(
                ["sh", "-e", "-c", said], cwd=where, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=err, check=False
            )
            for file in (out, err):
                file.seek(0)
            printed, told = out.read(), err.read()
        if check and done.returncode:
            raise TrialFailed(f"{commands}: {done.returncode}\n{printed[-1500:]}{told[-3000:]}")
        return printed

    def images(self) -> None:
        """Make the images that a registry would have."""
        if self.typed(f"podman images -q {BASE}:base").strip():
            return
        tree, context = self.folder / "tree.tar", self.folder / "context"
        if not tree.exists():
            made = [
                "mmdebstrap",
                "--variant=minbase",
                f"--include={PACKAGES}",
                "bookworm",
                str(tree),
                *([self.mirror] if self.mirror else []),
            ]
            subprocess.run(made, check=True, capture_output=True)
        context.mkdir(exist_ok=True)
        (context / "database.sh").write_text(DATABASE, encoding="utf-8")
        certificates = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
        shutil.copy(certificates, context / "ca-certificates.crt")
        self.typed(f"podman import {tree} {BASE}:tree")
        base = f"FROM {BASE}:tree\nCOPY ca-certificates.crt /etc/ssl/certs/\nENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt\n"
        for name, words in {"base": base, **IMAGES}.items():
            (context / name).write_text(words, encoding="utf-8")
            self.typed(f"podman build -q -t {BASE}:{name} -f {context / name} {context}")

    def process(self, service: str) -> int:
        """The first process of a container, as this computer counts."""
        return int(self.typed(f"podman inspect -f '{{{{.State.Pid}}}}' {PROJECT}_{service}_1"))

    def kill(self, service: str) -> None:
        """End a container at once, as the power does."""
        os.kill(self.process(service), signal.SIGKILL)

    def runs(self, service: str) -> bool:
        """Whether a container runs."""
        return self.typed(f"podman inspect -f '{{{{.State.Running}}}}' {PROJECT}_{service}_1", check=False).strip() == "true"

    def stop(self) -> None:
        """End the containers, and forget the events."""
        for what in ("podman-compose down -v", "podman rm -a -f -t 0", f"podman volume rm -f {PROJECT}_events", "podman network prune -f"):
            self.typed(what, check=False)  # one that is started again just now is caught by the second


class Evening:
    """An evening, by the interface for programs through the balancer.

    Args:
        key: of the organiser's link.
    """

    def __init__(self, key: str) -> None:
        headers = {"Authorization": f"Bearer {key}", "Host": PUBLIC.split("/")[2]}
        self.http = httpx.Client(base_url="http://127.0.0.1:8770", headers=headers, trust_env=False, timeout=20)
        self.event, self.version = "/v1/shops/shop/events/friday", 0

    def begin(self) -> None:
        """Begin the event and enter who plays."""
        settings = {"name": "Friday", "game": "other", "seed": "trial", "rounds": 3}
        self._well(self.http.post("/v1/shops/shop/events", json={"event": "friday", "settings": settings}))
        for name in ("José Antonio García Martínez", "Ana", "Łukasz", "Zoë"):
            self.version = self._well(self.http.post(f"{self.event}/entrants", json={"name": name}))["version"]

    def decide(self, **what: Any) -> None:
        """Decide something."""
        self.version = self._well(self.http.post(f"{self.event}/decisions", json={"expected_version": self.version, "why": "x", **what}))[
            "version"
        ]

    def play(self, number: int, pairs: tuple[tuple[int, int], tuple[int, int]]) -> None:
        """Play a round."""
        self.decide(do="pair_round", round=number, pairings=[{"kind": "match", "entrants": pair} for pair in pairs])
        self.decide(do="publish_round", round=number)
        self.decide(do="start_round", round=number)
        for pairing, result in ((1, "A"), (2, "draw")):
            self.decide(do="set_result", round=number, pairing=pairing, result=result)
        self.decide(do="close_round", round=number)

    def look(self) -> tuple[int, list[tuple[int, str, int]]]:
        """How many decisions there are, and who has how many points."""
        said = self._well(self.http.get(f"{self.event}/standings"))
        return said["version"], [(one["place"], one["name"], one["points"]) for one in said["standings"]]

    def well(self) -> bool:
        """Whether the server that the balancer chooses is well."""
        try:
            return bool(self.http.get("/health").json()["ok"])
        except (httpx.HTTPError, ValueError):
            return False

    @staticmethod
    def _well(answer: httpx.Response) -> dict[str, Any]:
        if answer.status_code != 200:
            raise TrialFailed(f"{answer.request.url}: {answer.status_code} {answer.text[:500]}")
        found: dict[str, Any] = answer.json()
        return found


def killed_while_it_writes(compose: Compose, evening: Evening, service: str) -> tuple[int, int]:
    """Kill a container while penalties are given one after the other.

    Returns:
        How many were acknowledged, and how many of them the log lacks.

    Raises:
        TrialFailed: it does not come back by itself.
    """
    before, acknowledged, over = evening.look()[0], list[int](), threading.Event()

    def give() -> None:
        version = before
        while not over.is_set():
            what = {"expected_version": version, "do": "penalize", "entrant": 1, "points": 1, "why": "a trial"}
            try:
                answer = evening.http.post(f"{evening.event}/decisions", json=what)
                if answer.status_code == 200:
                    version = answer.json()["version"]
                    acknowledged.append(version)
                elif answer.status_code == 409:  # it was taken, and its answer was lost
                    version = evening.look()[0]
                elif answer.status_code not in (502, 503, 504):
                    raise TrialFailed(f"{service} is killed: {answer.status_code} {answer.text[:300]}")
            except (httpx.HTTPError, TrialFailed):
                time.sleep(0.05)

    writer = threading.Thread(target=give)
    writer.start()
    try:
        until(lambda: len(acknowledged) > 5)
        compose.kill(service)
        until(lambda: compose.runs(service), 90)
        known = len(acknowledged)
        until(lambda: len(acknowledged) > known + 5, 90)
    finally:
        over.set()
        writer.join()
    evening.version = evening.look()[0]
    return len(acknowledged), len([one for one in acknowledged if one > evening.version]) + len(acknowledged) - len(set(acknowledged))


def trial(compose: Compose) -> None:
    """Go through the life of a chain's server.

    Raises:
        TrialFailed: at the first step that is not well.
    """
    up, keep, upgrade = guide(CHAPTER)[:3]
    *start, organiser, doctor = up.strip().splitlines()
    backup, restore = keep.strip().split("\n", 1)
    with step("base images from a tree of Debian"):
        checkout(compose.source)
        compose.stop()
        compose.images()
    with step("the guide's commands bring it up"):
        compose.typed("\n".join(start))
        for name in ("league-keys", "database-password"):
            found = (compose.source / "deploy/league" / name).stat()
            if (found.st_uid, found.st_mode & 0o777) != (10001, 0o400):
                raise TrialFailed(f"{name} belongs to {found.st_uid}, mode {found.st_mode & 0o777:o}")
        until(Evening("nobody").well, 120)
    with step("an evening through the balancer"):
        evening = Evening(compose.typed(organiser).strip().rpartition("/in/")[2])
        evening.begin()
        evening.play(1, ((1, 2), (3, 4)))
        evening.play(2, ((1, 3), (2, 4)))
        compose.typed(doctor)
    for service in ("server-1", "database"):
        with step(f"{service} is killed while it writes"):
            acknowledged, lost = killed_while_it_writes(compose, evening, service)
            if lost:
                raise TrialFailed(f"{lost} of {acknowledged} acknowledged decisions are lost")
            print(f"  {acknowledged} acknowledged, none lost", flush=True)
    with step("backup, and restore"):
        kept = evening.look()
        compose.typed(backup)
        evening.play(3, ((1, 4), (2, 3)))
        compose.typed(restore)
        until(evening.well, 90)
        if evening.look() != kept:
            raise TrialFailed(f"{evening.look()} is not {kept}")
        compose.typed(doctor)
    with step("upgrade, one server after the other"):
        away, over = list[str](), threading.Event()

        def watch() -> None:
            while not over.wait(0.2):
                try:
                    evening.http.get(f"{evening.event}/standings").raise_for_status()
                except httpx.HTTPError as fault:
                    away.append(str(fault))

        watcher = threading.Thread(target=watch)
        watcher.start()
        before = [compose.process(name) for name in ("server-1", "server-2")]
        try:
            compose.typed(upgrade)
        finally:
            over.set()
            watcher.join()
        until(evening.well, 90)
        if evening.look() != kept or any(one in before for one in (compose.process("server-1"), compose.process("server-2"))):
            raise TrialFailed("the servers are the same, or their events are others")
        if away:
            raise TrialFailed(f"{len(away)} looks were not answered: {away[:3]}")
    with step("a full disk under the database"):
        full_disk(compose, organiser)


def full_disk(compose: Compose, organiser: str) -> None:
    """Let the database lie on a small disk of its own, fill it, and make room again.

    Raises:
        TrialFailed: something is lost, or nobody is told what to do.
    """
    compose.stop()
    disk = compose.folder / "small.ext4"
    with disk.open("wb") as file:
        file.truncate(DISK_BYTES)
    compose.typed(f"mkfs.ext4 -q -F {disk}; debugfs -w -R 'rmdir lost+found' {disk}")  # initdb wants an empty folder
    compose.typed(f"podman volume create --opt type=ext4 --opt o=loop --opt device={disk} {PROJECT}_events")
    compose.typed("docker compose up -d")
    until(Evening("nobody").well, 120)
    evening = Evening(compose.typed(organiser).strip().rpartition("/in/")[2])
    evening.begin()
    # What is free goes to a file, down to the last block: the log of PostgreSQL has its own beforehand.
    within = "docker compose exec -T database sh -c"
    compose.typed(f"{within} 'cat /dev/zero > /var/lib/postgresql/data/filler || true'", check=False)
    refused, taken = "", evening.version
    for number in range(MOST_ENTERED):
        answer = evening.http.post(f"{evening.event}/entrants", json={"name": f"Nora {number} " + "x" * 20})
        if answer.status_code != 200:
            refused = f"{answer.status_code} {answer.text}"
            break
        taken = answer.json()["version"]
    if not refused.startswith("503") or ("make room" not in refused and "does not answer" not in refused):
        raise TrialFailed(f"a full disk: {refused or 'everything was taken'}")
    print(f"  refused after {taken} decisions: {refused[:160]}", flush=True)
    compose.typed(f"{within} 'rm /var/lib/postgresql/data/filler'")
    until(evening.well, 90)
    if evening.look()[0] < taken:
        raise TrialFailed(f"{taken - evening.look()[0]} acknowledged decisions are lost")
    evening.version = evening.look()[0]
    evening.decide(do="drop_entrant", entrant=1)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp/tapete-compose"), help="for images and the checkout (kept)")
    parser.add_argument("--mirror", default="", help="of Debian's packages; this computer's own where it is left out")
    given = parser.parse_args()
    if HYBRID.is_mount() and not os.environ.get(INSIDE):
        # crun refuses cgroups of both versions at once: they run in a view of the file system without the second one.
        inside = ["unshare", "--mount", "--propagation", "slave", "sh", "-c", f'umount {HYBRID} && exec "$@"', "sh"]
        return subprocess.run([*inside, sys.executable, *sys.argv], env=os.environ | {INSIDE: "yes"}, check=False).returncode
    compose = Compose(given.folder.resolve(), given.mirror)
    try:
        trial(compose)
    except TrialFailed as failed:
        print(f"failed: {failed}", file=sys.stderr)
        print(compose.typed("podman-compose logs --tail 30 2>&1", check=False)[-6000:], file=sys.stderr)
        return 1
    finally:
        compose.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
