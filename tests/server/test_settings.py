"""Settings: by option, by variable and by file; and the page for operators names them all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from orrery.cli.app import app
from orrery.server.settings import Settings, SettingsFault, read_settings, read_words

OPERATE = Path(__file__).parents[2] / "docs" / "operate.md"


def documented() -> dict[str, str]:
    """By name, the default that the page for operators gives for a setting; empty where it says it in words."""
    text = OPERATE.read_text(encoding="utf-8").split("## Settings")[1].split("\n## ")[0]
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("| `"):
            names, defaults = (re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[1:3])
            assert not defaults or len(defaults) == len(names), line
            for i, name in enumerate(names):
                assert name not in found, name
                found[name] = defaults[i] if defaults else ""
    return found


def test_the_page_for_operators_names_every_setting_with_its_default() -> None:
    page = documented()
    assert sorted(page) == sorted(field.name for field in msgspec.structs.fields(Settings))
    for name, default in page.items():
        if default:
            assert read_words([f"{name}={default}"])[name] == getattr(Settings(), name), name


@pytest.mark.parametrize("name", [field.name for field in msgspec.structs.fields(Settings)])
def test_every_setting_can_be_given_in_all_three_ways(name: str, tmp_path: Path) -> None:
    default = getattr(Settings(), name)
    value: Any = {bool: True, int: 3, float: 1.5, str: "word", list: ["a", "b"]}[type(default)]
    value = {"metrics": "127.0.0.1:9464", "log_level": "debug", "redis": "redis://host"}.get(name, value)
    text = {bool: "yes", list: "a, b"}.get(type(default), str(value))
    file = tmp_path / "settings.toml"
    file.write_text(f"{name} = {msgspec.json.encode(value).decode()}", encoding="utf-8")
    assert value != default
    assert getattr(read_settings(read_words([f"{name}={text}"]), {}), name) == value
    assert getattr(read_settings({}, {f"ORRERY_{name.upper()}": text}), name) == value
    assert getattr(read_settings({}, {}, file), name) == value


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("open_day=3", "did you mean open_days"), ("open_days", "write name=value"), ("port=x", "does not fit"),
        ("=3", "no such setting"), ("inside=perhaps", "does not fit"),
    ],
)  # fmt: skip
def test_a_setting_that_makes_no_sense_is_refused_with_what_would_be_right(word: str, said: str) -> None:
    with pytest.raises(SettingsFault, match=said):
        read_words([word])
    told = CliRunner().invoke(app, ["serve", "--set", word])
    assert told.exit_code != 0 and said in told.output


@pytest.mark.parametrize("url", ["127.0.0.1:6379", "http://host", "postgresql://me:secret@host"])
def test_what_is_no_url_of_redis_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(SettingsFault, match=r"^redis: .*right is redis://127\.0\.0\.1$") as refused:
        read_settings({"redis": url}, {})
    assert "secret" not in str(refused.value)


def test_serve_takes_what_is_set_and_its_own_options_win(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    taken: list[Settings] = []
    monkeypatch.setattr("orrery.server.run.serve", lambda settings, *_: taken.append(settings) is None)
    monkeypatch.setenv("ORRERY_OPEN_DAYS", "9")
    words = ["serve", "--database", str(tmp_path / "o.db"), "--port", "1", "--set", "port=2"]
    words += ["--set", "contact=mailto:me@example.org", "--set", "inside=yes", "--set", "open_days=2"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    (found,) = taken
    assert (found.port, found.contact, found.inside, found.open_days) == (1, "mailto:me@example.org", True, 2.0)
