"""What pyproject.toml cannot say: which classes setuptools builds with. tools/wheels.py explains."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
import wheels

setup(
    distclass=wheels.Distribution,
    cmdclass={"build_py": wheels.BuildPy},
    options={"build": {"build_base": "build/wheel"}},
)
