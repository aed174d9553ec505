//! Castling in a diagram: a move of the king with `O` and a number, with the outermost pieces of
//! its rank.

use super::Diagram;
use crate::region::name;

/// Letters of castlings to the right, then of those to the left.
const RIGHTS: [&str; 2] = ["KLMNO", "QRSTU"];

impl Diagram<'_> {
    /// Castling with the outermost pieces of the king's rank, and the rights of the start.
    pub(super) fn castling(&self) -> (String, String) {
        let nothing = || (String::new(), "-".to_owned());
        let king = self.kinds.iter().find(|kind| !kind.castles.is_empty());
        let Some((king, (rank, file))) = king.and_then(|king| Some((king, *king.white.first()?))) else {
            return nothing();
        };
        let outermost = |files: &mut dyn Iterator<Item = u8>| {
            let mut own = files.filter_map(|file| {
                let mut kinds = self.kinds.iter();
                let kind = kinds.find(|kind| kind.white.contains(&(rank, file)))?;
                Some((file, kind.name.as_str()))
            });
            own.next()
        };
        let partners = [
            outermost(&mut (file + 1..self.files).rev()),
            outermost(&mut (0..file)),
        ];
        let mut entries = Vec::new();
        let mut rights = String::new();
        for (sideways, partner) in partners.into_iter().enumerate() {
            let Some((from, rook)) = partner else { continue };
            let mut letters = RIGHTS[sideways].chars();
            for castle in &king.castles {
                let (to, beside) = if sideways == 0 {
                    (file + castle.far, (file + castle.far).checked_sub(1))
                } else {
                    let to = file.checked_sub(castle.far).unwrap_or(self.files);
                    (to, Some(to + 1))
                };
                let wanted = if sideways == 0 { castle.right } else { castle.left };
                let (true, Some(beside)) = (wanted && to < self.files && castle.far > 0, beside) else {
                    continue;
                };
                let Some(letter) = letters.next() else { break };
                entries.push(format!(
                    "  {letter}: {} {} {}, {rook} {} {}",
                    king.name,
                    name(rank, file),
                    name(rank, to),
                    name(rank, from),
                    name(rank, beside)
                ));
                rights.push(letter);
            }
        }
        if entries.is_empty() {
            return nothing();
        }
        let both = king.black.is_none() && !self.rotate;
        let whose = if both { "" } else { " white" };
        if both {
            rights.push_str(&rights.to_lowercase());
        }
        (
            format!("\ncastling{whose} {{\n{}\n  safe: path\n}}\n", entries.join("\n")),
            rights,
        )
    }
}
