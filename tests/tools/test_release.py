"""The release: it cannot be run here, but what its workflow and cibuildwheel's settings name must be there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
TEXT = WORKFLOW.read_text(encoding="utf-8")
JOBS: dict[str, Any] = yaml.safe_load(TEXT)["jobs"]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEELS: dict[str, Any] = PROJECT["tool"]["cibuildwheel"]


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def test_each_job_waits_for_jobs_that_are_there() -> None:
    assert set(JOBS) == {"archive", "wheels", "publish"}
    assert {name: as_list(job.get("needs", [])) for name, job in JOBS.items()} == {
        "archive": [],
        "wheels": ["archive"],
        "publish": ["archive", "wheels"],
    }


def test_every_step_runs_something_or_uses_a_pinned_action() -> None:
    steps = [step for job in JOBS.values() for step in job["steps"]]
    assert len(steps) > 8
    for step in steps:
        assert ("run" in step) != ("uses" in step), step
        assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+(\.\d+)*|release/v\d+)", step.get("uses", "a/b@v1")), step


def test_only_a_tag_is_published_and_only_publishing_may_sign() -> None:
    assert yaml.safe_load(TEXT)["permissions"] == {"contents": "read"}
    assert [name for name, job in JOBS.items() if "permissions" in job] == ["publish"]
    assert JOBS["publish"]["permissions"] == {"id-token": "write"}
    assert JOBS["publish"]["if"] == "startsWith(github.ref, 'refs/tags/')"
    assert JOBS["publish"]["environment"] == "release"
    assert "password" not in TEXT.replace("no password", "") and "secrets." not in TEXT


def test_what_is_handed_on_is_what_is_fetched() -> None:
    given = [step["with"]["name"] for job in JOBS.values() for step in job["steps"] if "upload" in step.get("uses", "")]
    assert given == ["dist-archive", "dist-wheels-${{ matrix.machine }}"]
    fetched = [step["with"] for job in JOBS.values() for step in job["steps"] if "download" in step.get("uses", "")]
    assert [each.get("name") or each["pattern"] for each in fetched] == ["dist-archive", "dist-*"]


@pytest.mark.parametrize("text", [TEXT, *WHEELS["test-command"]])
def test_the_files_that_commands_name_are_there(text: str) -> None:
    named = re.findall(r"(?<![\w/.])(?:\{project\}/)?((?:tools|tests|src)/[\w./]+)", text)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_tag_is_compared_with_how_the_version_is_written() -> None:
    [command] = [step["run"] for step in JOBS["archive"]["steps"] if step.get("name", "").startswith("the tag")]
    written = re.search(r'grep -F "(.*)\$\{GITHUB_REF_NAME#v\}(.*)" ', command)
    assert written is not None
    before, after = (part.replace('\\"', '"') for part in written.groups())
    source = (ROOT / "src" / "orrery" / "__init__.py").read_text(encoding="utf-8")
    assert re.search(re.escape(before) + r"\d+\.\d+\.\d+" + re.escape(after), source)


def test_compiled_wheels_are_built_for_the_pythons_that_the_project_names() -> None:
    found = [re.fullmatch(r".* :: Python :: 3\.(\d+)", line) for line in PROJECT["project"]["classifiers"]]
    named = [f"cp3{each[1]}-*" for each in found if each]
    assert WHEELS["build"] == named
    assert WHEELS["environment"] == {"ORRERY_MYPYC": "1"}, "on a machine that cannot compile a release must fail"
    assert {name.split("-")[0] for name in JOBS["wheels"]["strategy"]["matrix"]["machine"]} == {
        "ubuntu",
        "macos",
        "windows",
    }
