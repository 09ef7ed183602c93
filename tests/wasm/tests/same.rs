//! The library under a WebAssembly runtime, beside the same library here.

use std::path::{Path, PathBuf};
use std::process::Command;

use wasmi::{Engine, Linker, Module, Store};

/// Builds this package for WebAssembly, and gives the module.
fn build() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let status = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--release", "--lib"])
        .args(["--target", "wasm32-unknown-unknown"])
        .current_dir(folder)
        .status()
        .expect("cargo runs");
    assert!(
        status.success(),
        "the library does not build: is the target there? `rustup target add wasm32-unknown-unknown`"
    );
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| folder.join("../../target"));
    target.join("wasm32-unknown-unknown/release/dominox_wasm.wasm")
}

#[test]
fn everything_is_as_it_is_here() {
    let code = std::fs::read(build()).expect("a module");
    let engine = Engine::default();
    let module = Module::new(&engine, &code[..]).expect("a module of WebAssembly");
    assert_eq!(module.imports().count(), 0, "a clock, or anything else");
    let mut store = Store::new(&engine, ());
    let instance = Linker::new(&engine)
        .instantiate(&mut store, &module)
        .and_then(|instance| instance.start(&mut store))
        .expect("an instance");
    let write = instance
        .get_typed_func::<(), u64>(&store, "write_transcript")
        .expect("the function");
    let place = write.call(&mut store, ()).expect("no panic");
    let memory = instance.get_memory(&store, "memory").expect("a memory");
    let (start, length) = ((place >> 32) as usize, place as u32 as usize);
    let there = &memory.data(&store)[start..start + length];
    let there = std::str::from_utf8(there).expect("UTF-8");
    let here = dominox_wasm::transcript();
    assert!(here.lines().count() > 200, "{here}");
    for (number, (here, there)) in (1..).zip(here.lines().zip(there.lines())) {
        assert_eq!(here, there, "line {number}");
    }
    assert_eq!(here.len(), there.len());
}
