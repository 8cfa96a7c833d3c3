"""A receiver of notices on loopback: it writes down what comes and answers as it is told; perhaps by TLS."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Heard:
    """One request that came."""

    def __init__(self, line: str, headers: dict[str, str], body: bytes) -> None:
        self.method, self.path, _ = line.split(" ", 2)
        self.headers = headers
        self.body = body


class Receiver:
    """What came, and what is answered: the answers in turn, the last one for ever."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.answers = [200]
        self.more = ""
        self.port = 0
        self.hangs = False
        self.open = self.most = 0
        """How many requests wait for their answer, and how many did at most."""
        self.came = asyncio.Condition()

    @property
    def hook(self) -> str:
        """An address for a webhook."""
        return f"http://127.0.0.1:{self.port}/hook"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection with one request."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            async with self.came:
                self.open += 1
                self.most = max(self.most, self.open)
                self.came.notify_all()
            while self.hangs:
                await asyncio.sleep(0.01)
            self.open -= 1
            status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            writer.write(f"HTTP/1.1 {status} So\r\n{self.more}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
            await writer.drain()
            async with self.came:
                self.heard.append(Heard(head[0], headers, body))
                self.came.notify_all()
        writer.close()

    async def until(self, count: int) -> list[Heard]:
        """What came, once it is so much."""
        async with self.came, asyncio.timeout(20):
            await self.came.wait_for(lambda: len(self.heard) >= count)
        return self.heard


@contextlib.asynccontextmanager
async def receiving(context: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A receiver that listens."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=context)
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        yield receiver


def certificate(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A certificate for a name: what a receiver serves with, and what those trust who know it."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + secret)
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    serving.load_cert_chain(file)
    return serving, ssl.create_default_context(cafile=str(file))
