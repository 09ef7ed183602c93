#!/usr/bin/env python3
"""The library under a WebAssembly runtime, beside the same library here.

    tests/wasm/same.py PROGRAM      PROGRAM prints the transcript of this machine: the binary `transcript`

It needs the Rust toolchain with the target wasm32-unknown-unknown, and the package wasmtime for Python.
"""

import json
import subprocess
import sys
from pathlib import Path

from wasmtime import Config, Engine, Instance, Module, Store

MANIFEST = str(Path(__file__).resolve().parent / "Cargo.toml")
TARGET = "wasm32-unknown-unknown"
PROFILE = "quick"


def module() -> Path:
    """Builds the package for WebAssembly."""
    cargo = ["cargo", "build", "--quiet", f"--profile={PROFILE}", "--locked", "--lib"]
    subprocess.run([*cargo, "--target", TARGET, "--manifest-path", MANIFEST], check=True)
    known = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--manifest-path", MANIFEST]
    metadata = json.loads(subprocess.run(known, check=True, stdout=subprocess.PIPE).stdout)
    return Path(metadata["target_directory"]) / TARGET / PROFILE / "dominox_wasm.wasm"


def transcript(path: Path) -> str:
    """What the module writes. It has no clock to ask, nor anything else."""
    config = Config()
    config.cranelift_opt_level = "none"
    engine = Engine(config)
    code = Module.from_file(engine, str(path))
    assert not code.imports, [(needed.module, needed.name) for needed in code.imports]
    store = Store(engine)
    exports = Instance(store, code, []).exports(store)
    place = exports["write_transcript"](store) & (1 << 64) - 1
    start, length = place >> 32, place & (1 << 32) - 1
    return exports["memory"].read(store, start, start + length).decode()


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    here = subprocess.run([program], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    there = transcript(module())
    for number, (one, other) in enumerate(zip(here.splitlines(), there.splitlines()), 1):
        if one != other:
            sys.exit(f"line {number} of the transcript:\n  here  {one}\n  there {other}")
    if len(here) != len(there):
        sys.exit(f"{len(here)} bytes here, {len(there)} there")
    print(f"WebAssembly passed: {len(here.splitlines())} lines are as here")


if __name__ == "__main__":
    main()
