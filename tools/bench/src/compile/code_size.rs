//! Machine code of a state: the difference between the programs of two machines.

use std::fs;

use super::scratch::{Command, Scratch};
use crate::problem::{Problem, Result};

/// Bytes of machine code for each state in a release build, between a machine of this many states
/// and one of twice as many.
pub(super) fn bytes_per_state(states: u32) -> Result<f64> {
    let [small, large] = [program(states)?, program(states * 2)?];
    Ok((large - small) / f64::from(states))
}

/// Bytes of machine code in the program of a machine.
#[expect(clippy::cast_precision_loss, reason = "bytes of a few megabytes")]
fn program(states: u32) -> Result<f64> {
    let scratch = Scratch::new(states, true)?;
    scratch.cost(Command::Release)?;
    let file = scratch.program("release");
    let problem = |why: &str| Problem::new(file.display(), why);
    let program = fs::read(&file).map_err(|error| problem(&error.to_string()))?;
    let bytes = text_bytes(&program).ok_or_else(|| problem("no program in ELF of 64 bits"))?;
    Ok(bytes as f64)
}

/// Size of the section `.text` of a program in ELF of 64 bits, little-endian.
fn text_bytes(program: &[u8]) -> Option<u64> {
    program.starts_with(b"\x7fELF\x02\x01").then_some(())?;
    let number = |at: u64, bytes: u64| -> Option<u64> {
        let (from, to) = (usize::try_from(at).ok()?, usize::try_from(at + bytes).ok()?);
        let number = program.get(from..to)?.iter().rev();
        Some(number.fold(0, |all, byte| all << 8 | u64::from(*byte)))
    };
    // The header has the place of the table of sections, the size of its rows, their number, and
    // the row of the section with the names.
    let (table, row) = (number(0x28, 8)?, number(0x3a, 2)?);
    let (rows, names) = (number(0x3c, 2)?, number(0x3e, 2)?);
    let names = number(table + names * row + 0x18, 8)?;
    (0..rows).map(|section| table + section * row).find_map(|section| {
        let name = names + number(section, 4)?;
        let name = program.get(usize::try_from(name).ok()?..)?;
        name.starts_with(b".text\0").then(|| number(section + 0x20, 8))?
    })
}

#[cfg(test)]
mod tests {
    use super::text_bytes;

    #[test]
    fn programs_in_elf_have_code() {
        if cfg!(target_os = "linux") {
            let this = std::fs::read(std::env::current_exe().unwrap()).unwrap();
            let bytes = text_bytes(&this).unwrap();
            assert!(bytes > 1_000 && bytes < this.len() as u64, "{bytes}");
        }
        assert_eq!(text_bytes(b"MZ"), None);
        assert_eq!(text_bytes(b"\x7fELF\x02\x01"), None);
    }
}
