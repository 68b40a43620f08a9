//! Kinds of damage to one file.

use super::{Bytes, Marks};
use crate::disk::sim::Random;

/// The damage to a file.
#[derive(Clone, Copy)]
pub(super) enum Way {
    FlipBits,
    Zero,
    Overwrite,
    Cut,
    CutAtMark,
    Add,
    TakeOut,
    TakeOutMarked,
    Repeat,
    Swap,
    LargeNumber,
}

impl Way {
    pub(super) fn draw(random: &mut Random) -> Self {
        match random.below(16) {
            0 => Self::Zero,
            1 => Self::Overwrite,
            2 => Self::Cut,
            3 => Self::CutAtMark,
            4 => Self::Add,
            5 => Self::TakeOut,
            6 => Self::TakeOutMarked,
            7 | 8 => Self::Repeat,
            9 => Self::Swap,
            10 => Self::LargeNumber,
            _ => Self::FlipBits,
        }
    }
}

/// A part of the file.
#[derive(Clone, Copy)]
struct Part {
    from: usize,
    to: usize,
}

impl Part {
    /// A random part, usually a short one.
    fn any(size: usize, random: &mut Random) -> Self {
        let longest = if random.coin() { 40 } else { 600 };
        let from = random.below(size);
        Self { from, to: (from + 1 + random.below(longest)).min(size) }
    }

    /// A random batch or record. Without marks, any part. Earlier damage may have made the file
    /// shorter than its marks say.
    fn marked(size: usize, marks: &Marks, random: &mut Random) -> Self {
        let marks = if random.coin() { &marks.batches } else { &marks.records };
        match marks.get(random.below(marks.len())) {
            Some((from, to)) => Self { from: (*from).min(size), to: (*to).min(size) },
            None => Self::any(size, random),
        }
    }

    fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.from..self.to).unwrap_or_default()
    }

    fn of_mut(self, bytes: &mut [u8]) -> &mut [u8] {
        bytes.get_mut(self.from..self.to).unwrap_or_default()
    }
}

/// Damages the bytes. Returns them with a description.
pub(super) fn change(
    bytes: &[u8],
    marks: &Marks,
    way: Way,
    random: &mut Random,
) -> (Bytes, String) {
    let mut changed = bytes.to_vec();
    let part = Part::any(bytes.len(), random);
    let (one, other) =
        (Part::marked(bytes.len(), marks, random), Part::marked(bytes.len(), marks, random));
    let Part { from, to } = part;
    let how = match way {
        Way::FlipBits => flip_bits(&mut changed, random),
        Way::Zero => {
            part.of_mut(&mut changed).fill(0);
            format!("bytes {from} to {to} zeroed")
        }
        Way::Overwrite => {
            part.of_mut(&mut changed).fill_with(|| random.byte());
            format!("bytes {from} to {to} overwritten")
        }
        Way::Cut => {
            changed.truncate(from);
            format!("bytes from {from} on cut off")
        }
        Way::CutAtMark => {
            changed.truncate(one.from);
            format!("bytes from {}, where something begins, cut off", one.from)
        }
        Way::Add => {
            let zeros = random.coin();
            changed.extend((from..to).map(|_| if zeros { 0 } else { random.byte() }));
            format!("{} bytes added", to - from)
        }
        Way::TakeOut => {
            drop(changed.drain(from..to));
            format!("bytes {from} to {to} taken out")
        }
        Way::TakeOutMarked => {
            drop(changed.drain(one.from..one.to));
            format!("bytes {} to {}, a batch or record, taken out", one.from, one.to)
        }
        Way::Repeat => {
            drop(changed.splice(other.to..other.to, one.of(bytes).to_vec()));
            format!("the batch or record at {} repeated at {}", one.from, other.to)
        }
        Way::Swap => swap(&mut changed, one, other),
        Way::LargeNumber => {
            let place = one.from + random.pick(&[0, 4, 8, 16, 32]);
            let number = random.pick(&[u32::MAX, 1 << 30, 1 << 20, 4_096]);
            for (place, byte) in changed.iter_mut().skip(place).zip(number.to_le_bytes()) {
                *place = byte;
            }
            format!("the number {number} at {place}")
        }
    };
    (changed, how)
}

fn flip_bits(bytes: &mut [u8], random: &mut Random) -> String {
    let mut flipped = Vec::new();
    for _ in 0..random.pick(&[1, 1, 1, 2, 3]) {
        let bit = random.below(bytes.len() * 8);
        if let Some(byte) = bytes.get_mut(bit / 8) {
            *byte ^= 1 << (bit % 8);
        }
        flipped.push(bit);
    }
    format!("bits {flipped:?} flipped")
}

fn swap(bytes: &mut Bytes, one: Part, other: Part) -> String {
    let (first, second) = if one.from <= other.from { (one, other) } else { (other, one) };
    if first.to <= second.from {
        let (earlier, later) = (first.of(bytes).to_vec(), second.of(bytes).to_vec());
        // Splice the later part first, so that the offset of the other stays valid.
        drop(bytes.splice(second.from..second.to, earlier));
        drop(bytes.splice(first.from..first.to, later));
    }
    format!("the batches or records at {} and {} swapped", first.from, second.from)
}
