//! Inputs that differ a little from others.

use ferz_tests::slow::duel::Random;

/// Signs that mean something in one text or another.
const SIGNS: &[u8] = b" \n\t{}()[]|,:;=\"#/\\0123456789w-+*@~^.&<>abKQx\x00\x7f\xff";
/// The longest input.
const LONGEST: usize = 1 << 14;

/// One of the inputs with some bytes changed, cut out, doubled, or taken from another.
pub fn mutated(inputs: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = inputs[random.below(inputs.len())].clone();
    for _ in 0..=random.below(5) {
        change(&mut text, inputs, random);
    }
    text.truncate(LONGEST);
    text
}

fn change(text: &mut Vec<u8>, inputs: &[Vec<u8>], random: &mut Random) {
    if text.is_empty() {
        text.push(random.pick(SIGNS));
        return;
    }
    let at = random.below(text.len());
    let end = (at + 1 + random.below(16)).min(text.len());
    match random.below(8) {
        0 => text[at] = random.number() as u8,
        1 => text[at] = random.pick(SIGNS),
        2 => drop(text.drain(at..end)),
        3 => {
            let piece = text[at..end].to_vec();
            text.splice(at..at, piece);
        }
        4 => text.insert(at, random.pick(SIGNS)),
        5 | 6 => {
            let other = &inputs[random.below(inputs.len())];
            if !other.is_empty() {
                let from = random.below(other.len());
                let to = (from + 1 + random.below(24)).min(other.len());
                text.splice(at..end, other[from..to].iter().copied());
            }
        }
        _ => lines(text, random),
    }
}

/// Doubles a line, or moves it elsewhere.
fn lines(text: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let from = random.below(lines.len());
    let line = if random.once_in(2) {
        lines[from].clone()
    } else {
        lines.remove(from)
    };
    let to = random.below(lines.len() + 1);
    lines.insert(to, line);
    *text = lines.join(&b'\n');
}
