"""The files by which a server is installed, and the operator's page, walked through line by line."""

from __future__ import annotations

import asyncio
import configparser
import contextlib
import datetime
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect
from websockets.typing import Origin

from needs import missing
from orrery.server.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
SETTINGS = {field.name for field in msgspec.structs.fields(Settings)}
OTHER = {"MYPYC", "SITE", "AT", "PASSWORD"}
"""Variables that are no settings: of the build, and of the proxy and the database in compose.yaml."""


def text_of_file(name: str) -> str:
    """A file of deploy/."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def text_of(name: str) -> str:
    """The same without its comments."""
    return "\n".join(line for line in text_of_file(name).splitlines() if not line.lstrip().startswith("#"))


def program(name: str, package: str) -> str:
    """Where a program is that a file of deploy/ is for."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        missing(f"{name} is not installed (on Debian: apt-get install {package})")
    assert found is not None
    return found


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile, instruction by instruction."""
    joined = re.sub(r"\\\n\s*", " ", text_of("Dockerfile"))
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def last_stage() -> dict[str, str]:
    """The instructions of the image that is kept, the last of each kind."""
    found = instructions()
    start = max(i for i, (word, _) in enumerate(found) if word == "FROM")
    return dict(found[start:])


def unit() -> configparser.ConfigParser:
    """The systemd unit."""
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read(DEPLOY / "orrery.service", encoding="utf-8")
    return found


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# --- the image --------------------------------------------------------------------------------------------------------


def test_the_image_has_two_stages_and_its_server_no_rights() -> None:
    found = instructions()
    stages = [rest for word, rest in found if word == "FROM"]
    assert len(stages) == 2 and stages[0].endswith(" AS build") and " AS " not in stages[1]
    assert stages[0].removesuffix(" AS build") == stages[1], "the interpreter of the venv must be where it was made"
    last = last_stage()
    assert last["USER"] == "orrery" and last["VOLUME"] == "/data" and last["EXPOSE"] == "8000"
    assert last["COPY"] == "--from=build /opt/orrery /opt/orrery" and last["STOPSIGNAL"] == "SIGTERM"
    assert json.loads(last["ENTRYPOINT"]) == ["orrery"] and json.loads(last["CMD"]) == ["serve"]
    for word, rest in found:
        assert word in {"FROM", "ARG", "ENV", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL",
                        "HEALTHCHECK", "ENTRYPOINT", "CMD"}, word  # fmt: skip
        if word == "RUN":
            subprocess.run(["sh", "-n", "-c", rest], check=True)


def test_every_variable_of_the_files_is_a_setting() -> None:
    for name in ("Dockerfile", "compose.yaml", "orrery.service", "example.env", "Caddyfile"):
        words = set(re.findall(r"\bORRERY_([A-Z_]+)", (DEPLOY / name).read_text(encoding="utf-8")))
        assert words and words <= {setting.upper() for setting in SETTINGS} | OTHER, (name, words)


def test_the_image_ignores_what_is_made_here() -> None:
    ignored = text_of("Dockerfile.dockerignore").split()
    assert {".git", ".venv", "build", "**/node_modules", "src/orrery/server/page"} <= set(ignored)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server as the image starts it, but for where it keeps things."""
    port, folder = free_port(), tmp_path_factory.mktemp("data")
    given = dict(re.findall(r"(ORRERY_\w+)=(\S+)", last_stage()["ENV"]))
    environment = {
        **os.environ, **given, "ORRERY_PORT": str(port), "ORRERY_HOST": "127.0.0.1", "ORRERY_DRAIN": "0",
        "ORRERY_DATABASE": str(folder / "orrery.db"), "ORRERY_WORKERS": "1",
    }  # fmt: skip
    process = subprocess.Popen([sys.executable, "-m", "orrery", "serve"], env=environment, stdout=subprocess.PIPE)
    assert process.stdout is not None and b"open at" in process.stdout.readline()
    yield port
    process.terminate()
    process.wait(30)


def test_the_health_check_of_the_image_tells_a_server_from_none(server: int) -> None:
    check = json.loads(last_stage()["HEALTHCHECK"].partition("CMD ")[2])

    def asked(port: int) -> int:
        words = [sys.executable, *(word.replace(":8000/", f":{port}/") for word in check[1:])]
        return subprocess.run(words, capture_output=True, check=False).returncode

    assert check[0] == "python" and asked(server) == 0 and asked(free_port()) != 0


def commands_of(where: str) -> list[str]:
    """The commands by which the image, or the operator's page, installs a server."""
    if where == "page":
        return steps()["Install"].splitlines()
    found = instructions()
    first = found[: [word for word, _ in found].index("FROM", 1)]
    return [rest for word, rest in first if word == "RUN"]


@pytest.mark.soak
@pytest.mark.parametrize("where", ["image", "page"])
def test_the_commands_make_a_server_in_a_clean_folder(where: str, tmp_path: Path) -> None:
    """Needs the network, as the build of the image does; takes some minutes."""
    source = tmp_path / "src"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "ORRERY_MYPYC": "0"}
    commands = commands_of(where)
    assert len(commands) >= 3
    for command in commands:
        for place in ("/opt/orrery", "/wheels"):
            command = command.replace(place, str(tmp_path / place[1:]))
        command = re.sub(r"^python3? ", f"{sys.executable} ", command)
        subprocess.run(["sh", "-ec", command], cwd=source, env=environment, check=True)
    orrery = tmp_path / "opt/orrery/bin/orrery"
    shown = subprocess.run(
        [orrery, "--version"], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "orrery" in shown.stdout.lower()
    port = free_port()
    words = [str(orrery), "serve", "--port", str(port), "--database", str(tmp_path / "orrery.db")]
    words += ["--set", f"metrics=127.0.0.1:{free_port()}"]
    process = subprocess.Popen(words, env=environment, cwd=tmp_path, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None and b"open at" in process.stdout.readline()
        assert "<title>" in httpx.get(f"http://127.0.0.1:{port}/").text, "the page is in the wheel"
        assert httpx.get(f"http://127.0.0.1:{port}/health/ready").json()["ready"]
    finally:
        process.terminate()
        process.wait(30)


# --- compose, systemd, proxies ----------------------------------------------------------------------------------------


def test_compose_joins_what_there_is_and_lets_strangers_reach_the_proxy_only() -> None:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services: dict[str, Any] = found["services"]
    assert {"orrery-1", "orrery-2", "database", "redis", "caddy"} == set(services)
    for name, service in services.items():
        assert ("ports" in service) == (name == "caddy"), name
        assert set(service.get("depends_on", ())) <= set(services), name
        assert "image" in service and service["restart"] == "unless-stopped", name
        for volume in service.get("volumes", ()):
            place = volume.partition(":")[0]
            assert (DEPLOY / place).exists() if place.startswith(".") else place in found["volumes"], volume
        for variable in re.findall(r"\$\{(\w+)", json.dumps(service)):
            assert f"{variable}=" in (DEPLOY / "example.env").read_text(encoding="utf-8"), variable
    build = services["orrery-1"]["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT and (ROOT / build["dockerfile"]).exists()
    drain = float(dict(re.findall(r"(ORRERY_\w+)=(\S+)", last_stage()["ENV"]))["ORRERY_DRAIN"])
    assert int(services["orrery-1"]["stop_grace_period"].rstrip("s")) > drain + 15
    url = services["orrery-1"]["environment"]["ORRERY_DATABASE"]
    assert "@database/" in url and services["orrery-1"]["environment"]["ORRERY_REDIS"] == "redis://redis"


def test_the_unit_gives_the_server_time_to_let_people_go_and_few_rights() -> None:
    service = unit()["Service"]
    drain = float(dict(re.findall(r"(ORRERY_\w+)=(\S+)", service["Environment"]))["ORRERY_DRAIN"])
    assert float(service["TimeoutStopSec"]) > drain + 15 and service["KillMode"] == "mixed"
    assert service["DynamicUser"] == service["NoNewPrivileges"] == "yes" and service["Restart"] == "always"
    assert service["ExecStart"] == "/opt/orrery/bin/orrery serve" and service["StateDirectory"] == "orrery"


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    assert unit().sections() == ["Unit", "Service", "Install"]
    analyze = program("systemd-analyze", "systemd")
    file = tmp_path / "orrery.service"

    def told(text: str) -> str:
        file.write_text(text.replace("/opt/orrery/bin/orrery", "/bin/true"), encoding="utf-8")
        done = subprocess.run([analyze, "verify", str(file)], capture_output=True, text=True, check=False)
        return "\n".join(line for line in done.stderr.splitlines() if "orrery.service" in line)

    text = (DEPLOY / "orrery.service").read_text(encoding="utf-8")
    assert told(text) == ""
    assert "NoNewPrivilege" in told(text.replace("NoNewPrivileges=", "NoNewPrivilege=")), "what is wrong is noticed"


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_proxies_look_for_a_server_where_the_page_starts_one(name: str) -> None:
    text = text_of(name)
    assert "play.example.org" in text and "127.0.0.1:8000" in text


class Proxy(ABC):
    """A proxy in front of two servers, as a file of deploy/ says; only names, ports and certificates are of this
    machine.
    """

    name = "play.example.org"
    needs: tuple[str, str]
    """The program, and the package that brings it."""

    def __init__(self, folder: Path, servers: list[int]) -> None:
        self.folder = folder
        self.servers = servers
        self.plain, self.port = free_port(), free_port()
        self.trusted = folder / "trusted.pem"
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """Writes what it reads, and gives the words that start it."""

    def start(self) -> None:
        """Starts it and waits until it takes what comes."""
        environment = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                self.command(), env={**environment, **self.variables()}, cwd=self.folder, stdout=log, stderr=log
            )
        for _ in range(300):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            if self.trusted.exists():
                with contextlib.suppress(httpx.TransportError), self.client() as http:
                    if http.get("/health/live").status_code == 200:
                        return
            time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text())

    def variables(self) -> dict[str, str]:
        """What its configuration asks of the environment."""
        return {}

    def trust(self) -> ssl.SSLContext:
        """Trusts the certificate of this proxy, and no other."""
        return ssl.create_default_context(cafile=str(self.trusted))

    def client(self) -> httpx.Client:
        """A browser, as it were, that finds the name at this proxy."""
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}", verify=self.trust(), timeout=30, trust_env=False,
            headers={"Host": self.name, "Origin": f"https://{self.name}"},
            event_hooks={"request": [lambda request: request.extensions.update(sni_hostname=self.name)]},
        )  # fmt: skip

    def stop(self) -> None:
        """Ends it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)


class Nginx(Proxy):
    """nginx, with a certificate of its own making."""

    needs = ("nginx", "nginx-light")

    def command(self) -> list[str]:
        nginx = program(*self.needs)
        key = ec.generate_private_key(ec.SECP256R1())
        who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, self.name)])
        now = datetime.datetime.now(datetime.UTC)
        made = x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        made = made.not_valid_before(now - datetime.timedelta(days=1))
        made = made.not_valid_after(now + datetime.timedelta(days=1))
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(self.name)]), critical=False)
        self.trusted.write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
        form, none = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        (self.folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, none))
        text = text_of_file("nginx.conf")
        for old, new in (
            ("    # server 127.0.0.1:8001", "    server 127.0.0.1:8001"),
            (":8000", f":{self.servers[0]}"),
            (":8001", f":{self.servers[1]}"),
            ("    listen [::]:80;\n", ""),
            ("    listen [::]:443 ssl;\n", ""),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
            ("/etc/letsencrypt/live/play.example.org/fullchain.pem", str(self.trusted)),
            ("/etc/letsencrypt/live/play.example.org/privkey.pem", str(self.folder / "key.pem")),
        ):
            assert old in text, old
            text = text.replace(old, new)
        (self.folder / "orrery.conf").write_text(text, encoding="utf-8")
        places = " ".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole = self.folder / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        whole.write_text(
            f"daemon off; pid {self.folder}/pid; {user} events {{}}\n"
            f"http {{ access_log off; {places} include {self.folder}/orrery.conf; }}\n",
            encoding="utf-8",
        )
        words = [nginx, "-p", str(self.folder), "-e", "stderr", "-c", str(whole)]
        subprocess.run([*words, "-t"], check=True, capture_output=True)
        return words


class Caddy(Proxy):
    """Caddy, which makes a certificate of its own where it cannot fetch one."""

    needs = ("caddy", "caddy")

    def command(self) -> list[str]:
        caddy = program(*self.needs)
        file = DEPLOY / "Caddyfile"
        words = ["--adapter", "caddyfile", "--config"]
        subprocess.run([caddy, "validate", *words, str(file)], check=True, capture_output=True)
        formed = subprocess.run([caddy, "fmt", str(file)], check=True, capture_output=True, text=True).stdout
        assert formed == file.read_text(encoding="utf-8"), "it is written as Caddy writes it"
        here = f"admin off\nlocal_certs\nskip_install_trust\nhttp_port {self.plain}\nhttps_port {self.port}\n"
        whole = self.folder / "Caddyfile"
        whole.write_text(f"{{\n{here}}}\n{text_of_file('Caddyfile')}", encoding="utf-8")
        self.trusted = self.folder / "caddy/pki/authorities/local/root.crt"
        return [caddy, "run", *words, str(whole)]

    def variables(self) -> dict[str, str]:
        return {"ORRERY_SITE": self.name, "ORRERY_AT": " ".join(f"127.0.0.1:{port}" for port in self.servers)}


@contextlib.contextmanager
def two_servers(folder: Path) -> Iterator[dict[int, subprocess.Popen[bytes]]]:
    """Two processes with one database, by their ports."""
    found: dict[int, subprocess.Popen[bytes]] = {}
    try:
        for _ in range(2):
            port = free_port()
            words = [sys.executable, "-m", "orrery", "serve", "--port", str(port)]
            words += ["--database", str(folder / "orrery.db"), "--set", "workers=1", "--set", "secure=true"]
            found[port] = subprocess.Popen(words, stdout=subprocess.PIPE)
            line = found[port].stdout
            assert line is not None and b"open at" in line.readline()
        yield found
    finally:
        for process in found.values():
            process.terminate()
        for process in found.values():
            process.wait(30)


async def looked_at(proxy: Proxy, table: str, token: str) -> dict[str, Any]:
    """What a table's socket says to somebody who comes through the proxy."""
    link = connect(
        f"wss://{proxy.name}/api/tables/{table}/live", host="127.0.0.1", port=proxy.port, ssl=proxy.trust(),
        origin=Origin(f"https://{proxy.name}"), additional_headers={"Authorization": f"Bearer {token}"}, proxy=None,
    )  # fmt: skip
    async with asyncio.timeout(30), link as socket:
        await socket.send('{"type": "hello", "protocol": 1}')
        found: dict[str, Any] = json.loads(await socket.recv())
        return found


@pytest.mark.parametrize("kind", [Nginx, Caddy])
def test_through_a_proxy_people_play_by_tls_and_do_not_notice_that_a_server_dies(
    kind: type[Proxy], tmp_path: Path
) -> None:
    program(*kind.needs)
    with two_servers(tmp_path) as servers:
        proxy = kind(tmp_path, list(servers))
        try:
            proxy.start()
            site = httpx.get(f"http://127.0.0.1:{proxy.plain}/play?x=1", headers={"Host": proxy.name}, trust_env=False)
            assert site.status_code in {301, 308}
            assert site.headers["location"].startswith(f"https://{proxy.name}") and "/play?x=1" in str(site.headers)
            with proxy.client() as http:
                me = http.post("/api/me", json={"name": "Ann"})
                assert me.status_code == 201 and "Secure" in me.headers["set-cookie"]
                foreign = http.post("/api/me", json={"name": "Eve"}, headers={"Origin": "https://other.example.org"})
                assert foreign.json()["code"] == "foreign_origin", "which page asks is passed on"
                table = http.post("/api/tables", json={"game": "vediic", "seats": ["me", "open"]}).json()["id"]
                told = asyncio.run(looked_at(proxy, table, me.json()["token"]))
                assert told["type"] == "table" and told["table"]["id"] == table
                one, other = servers.values()
                one.kill()
                one.wait()
                for _ in range(20):
                    assert http.get(f"/api/tables/{table}").status_code == 200
                assert http.post("/api/tables", json={"game": "vediic", "seats": ["me", "open"]}).status_code == 201
                assert asyncio.run(looked_at(proxy, table, me.json()["token"]))["type"] == "table"
                assert other.poll() is None
        finally:
            proxy.stop()


# --- the operator's page ----------------------------------------------------------------------------------------------

SYSTEMCTL = r'''#!/usr/bin/env python3
"""Stands in for systemctl: does with the unit what systemd does, as far as the page needs it."""
import os, pathlib, re, signal, subprocess, sys, time
root = pathlib.Path(ROOT)
pid = root / "pid"
def stop():
    if pid.exists():
        number = int(pid.read_text())
        os.kill(number, signal.SIGTERM)
        for _ in range(400):
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                break
            time.sleep(0.1)
        pid.unlink()
def start():
    unit = (root / "etc/systemd/system/orrery.service").read_text()
    environment = dict(os.environ)
    for line in re.findall(r"(?m)^Environment=(.*)$", unit):
        environment.update(word.split("=", 1) for word in line.split())
    for file in re.findall(r"(?m)^EnvironmentFile=-?(.*)$", unit):
        for line in pathlib.Path(file).read_text().splitlines():
            if line and not line.startswith("#"):
                environment.update([line.split("=", 1)])
    words = re.search(r"(?m)^ExecStart=(.*)$", unit)[1].split()
    (root / "var/lib/orrery").mkdir(parents=True, exist_ok=True)
    log = open(root / "log", "ab")
    child = subprocess.Popen(words, env=environment, stdout=log, stderr=log, start_new_session=True)
    pid.write_text(str(child.pid))
what = sys.argv[1]
assert what == "daemon-reload" or sys.argv[-1] == "orrery", sys.argv
if what in ("stop", "restart"):
    stop()
if what in ("start", "restart", "enable"):
    start()
'''


class Machine:
    """A machine in a folder: the page's paths and ports lead there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port, self.numbers = free_port(), free_port()
        for folder in ("bin", "etc/systemd/system", "var/backups", "var/lib"):
            (root / folder).mkdir(parents=True)
        (root / "bin/systemctl").write_text(SYSTEMCTL.replace("ROOT", repr(str(root))))
        (root / "bin/systemctl").chmod(0o755)
        self.deploy = root / "deploy"
        shutil.copytree(DEPLOY, self.deploy)
        file = self.deploy / "orrery.service"
        file.write_text(self.here(file.read_text()).replace("ORRERY_DRAIN=20", "ORRERY_DRAIN=1"))

    def here(self, text: str) -> str:
        """A text of the page with the paths and ports of this machine."""
        text = text.replace("/opt/orrery/bin/", f"{Path(sys.executable).parent}/")
        text = re.sub(r"(?<![\w.])/(etc|var)/", rf"{self.root}/\1/", text)
        return text.replace(":8000", f":{self.port}").replace(":9464", f":{self.numbers}")

    def run(self, commands: str) -> str:
        """Runs lines as the page has them."""
        environment = {
            **os.environ, "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "ORRERY_PORT": str(self.port),
            "ORRERY_WORKERS": "1",
        }  # fmt: skip
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.here(commands)],
            cwd=self.root, env=environment, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        log = self.root / "log"
        assert done.returncode == 0, (commands, done.stderr, log.read_text() if log.exists() else "")
        return done.stdout


def steps() -> dict[str, str]:
    """The commands of the operator's page, each by the word in bold before it."""
    page = (ROOT / "docs/operate.md").read_text(encoding="utf-8")
    section = page.split("## From nothing to a server for others")[1].split("\n## ")[0]
    found = {}
    for part in section.split("\n**")[1:]:
        blocks = re.findall(r"```sh\n(.*?)```", part, re.S)
        if blocks:
            (found[part.partition("**")[0]],) = blocks
    return found


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine, and nothing left running on it."""
    found = Machine(tmp_path)
    yield found
    if (tmp_path / "pid").exists():
        found.run("systemctl stop orrery")


def test_the_operators_page_leads_from_nothing_to_a_server_and_back_from_a_backup(machine: Machine) -> None:
    page = steps()
    assert list(page) == ["Install", "Say how it is to run", "Start", "Is it well?", "Back up", "Update", "Restore",
                          "Read"]  # fmt: skip
    # What is installed is here already; the commands of the image are run in full where there is time (make soak).
    install = page.pop("Install")
    assert "--require-hashes -r requirements-server.lock" in install and (ROOT / "requirements-server.lock").exists()
    base = f"http://127.0.0.1:{machine.port}"
    machine.run(page["Say how it is to run"])
    machine.run(page["Start"])
    told = machine.run(page["Is it well?"])
    assert '{"ready":true,"why":[]}' in told and "orrery_sockets 0.0" in told

    me = httpx.post(f"{base}/api/me", json={"name": "Ann"})
    assert "Secure" in me.headers["set-cookie"], "what is said in /etc/orrery.env counts"
    token = {"Authorization": f"Bearer {me.json()['token']}"}

    def a_table() -> str:
        wish = {"game": "vediic", "seats": ["me", "open"]}
        made: str = httpx.post(f"{base}/api/tables", json=wish, headers=token).json()["id"]
        return made

    def is_there(table: str) -> bool:
        return httpx.get(f"{base}/api/tables/{table}").status_code == 200

    first = a_table()
    assert "2 seats" in machine.run(page["Back up"])
    second = a_table()
    machine.run(page["Update"])
    assert is_there(first) and is_there(second), "an update loses nothing"
    machine.run(page["Restore"])
    assert is_there(first) and not is_there(second), "the backup has what was there then"
    assert machine.run(page["Read"]) == "there are no reports\n"
    lines = [json.loads(line) for line in (machine.root / "log").read_text().splitlines() if line.startswith("{")]
    assert [line["message"] for line in lines].count("closed") == 2


def test_a_wrong_step_is_noticed(machine: Machine) -> None:
    with pytest.raises(AssertionError, match="orrery restore"):
        machine.run(steps()["Restore"].replace("systemctl", ": ").replace("mv ", ": "))
