"""Web push: a short message to a browser that is closed, by the push service that the browser chose.

The browser gives an endpoint and two keys. What we send is encrypted so that only that browser can read it (RFC 8291,
aes128gcm of RFC 8188), and signed by a key of this server, so that the push service knows who speaks (RFC 8292). The
push service learns that this server told that browser something, and no more.
"""

from __future__ import annotations

import base64
import hashlib
import os
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Meta, Struct

from orrery.server.refusal import RequestRefused

CURVE: Final = ec.SECP256R1()
RECORD_SIZE: Final = 4096
MOST_BYTES: Final = 3000
"""A message is one record, and push services take 4096 bytes with everything around it."""
KEEP_SECONDS: Final = 7 * 86_400
"""How long the push service keeps a message for a browser that is off."""
VALID_SECONDS: Final = 12 * 3600
"""How long our signature is good; the RFC allows a day."""


class BrowserKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser, in the letters of base64url: its public key, and a secret of 16 bytes."""

    p256dh: Annotated[str, Meta(max_length=128)]
    auth: Annotated[str, Meta(max_length=32)]


class Subscription(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's PushSubscription.toJSON() gives."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: BrowserKeys
    expirationTime: float | None = None


def to_text(data: bytes) -> str:
    """Bytes in the letters of base64url."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    """The bytes of a text in base64url. Raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as the 65 bytes that browsers use."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_keys(keys: BrowserKeys) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """The keys of a browser. Raises RequestRefused."""
    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(keys.p256dh))
        auth = to_bytes(keys.auth)
    except (ValueError, UnsupportedAlgorithm):
        raise RequestRefused(
            "bad_keys", "keys: p256dh is a point of P-256 and auth 16 bytes, both in base64url"
        ) from None
    if len(auth) != 16:
        raise RequestRefused("bad_keys", f"keys: auth has 16 bytes, not {len(auth)}")
    return public, auth


def new_key(_length: int) -> str:
    """A new private key of P-256, hexadecimal."""
    return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"


def topic_of(table: str) -> str:
    """RFC 8030: of several messages with one topic, a browser that was off gets the last."""
    return to_text(hashlib.sha256(table.encode()).digest()[:24])


def _mac(key: bytes, data: bytes) -> bytes:
    made = HMAC(key, SHA256())
    made.update(data)
    return made.finalize()


def encrypt(
    text: bytes,
    browser: ec.EllipticCurvePublicKey,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only this browser can read (RFC 8291). `own` and `salt` are new each time, but for tests."""
    if len(text) > MOST_BYTES:
        raise ValueError(f"a push message has at most {MOST_BYTES} bytes, not {len(text)}")
    own = ec.generate_private_key(CURVE) if own is None else own
    salt = os.urandom(16) if salt is None else salt
    mine = point(own.public_key())
    shared = _mac(auth, own.exchange(ec.ECDH(), browser))
    secret = _mac(salt, _mac(shared, b"WebPush: info\0" + point(browser) + mine + b"\x01"))
    key = _mac(secret, b"Content-Encoding: aes128gcm\0\x01")[:16]
    nonce = _mac(secret, b"Content-Encoding: nonce\0\x01")[:12]
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return header + AESGCM(key).encrypt(nonce, text + b"\x02", None)


class Voice:
    """This server, as push services know it."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self.key = ec.derive_private_key(int.from_bytes(secret, "big"), CURVE)
        self.public = to_text(point(self.key.public_key()))
        self.contact = contact

    def signature(self, endpoint: str, now: int) -> str:
        """The header Authorization for an endpoint (RFC 8292); `now` is in milliseconds."""
        parts = urlsplit(endpoint)
        claims: dict[str, str | int] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now // 1000 + VALID_SECONDS,
        }
        if self.contact:
            claims["sub"] = self.contact
        body = ".".join(to_text(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self.key.sign(body.encode(), ec.ECDSA(SHA256())))
        signed = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={body}.{signed}, k={self.public}"

    def headers(self, endpoint: str, topic: str, now: int) -> dict[str, str]:
        """All headers of a message."""
        return {
            "Authorization": self.signature(endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEEP_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
        }
