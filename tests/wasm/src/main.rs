//! Prints the transcript of this machine.

fn main() {
    print!("{}", dominox_wasm::transcript());
}
