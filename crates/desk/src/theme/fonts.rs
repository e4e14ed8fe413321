//! The fonts: text of normal weight, a bold one, and the signs of chess.

use std::sync::Arc;

use eframe::egui::{Context, FontData, FontDefinitions, FontFamily, RichText};

/// The name of the family for headings, values and the main line.
const BOLD: &str = "bold";

/// Our fonts in the order in which a letter is looked up: first the text, then the signs.
const FONTS: [(&str, &[u8]); 4] = [
    ("text", include_bytes!("../../fonts/NotoSans-Regular.ttf")),
    ("strong", include_bytes!("../../fonts/NotoSans-SemiBold.ttf")),
    ("pieces", include_bytes!("../../fonts/NotoSansSymbols2-Chess.ttf")),
    ("signs", include_bytes!("../../fonts/NotoSansMath-Signs.ttf")),
];

/// Returns the family of bold text.
pub fn bold_family() -> FontFamily {
    FontFamily::Name(BOLD.into())
}

/// Makes a text bold. (`RichText::strong` changes only the color.)
pub fn bold(text: impl Into<RichText>) -> RichText {
    text.into().family(bold_family()).strong()
}

/// Gives the fonts to a context.
pub(super) fn install(ctx: &Context) {
    ctx.set_fonts(definitions());
}

fn definitions() -> FontDefinitions {
    let mut all = FontDefinitions::default();
    for (name, data) in FONTS {
        all.font_data.insert(name.into(), Arc::new(FontData::from_static(data)));
    }
    let of = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let rest = all.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let text = [of(&["text", "pieces", "signs"]), rest.clone()].concat();
    let strong = [of(&["strong", "pieces", "signs"]), rest].concat();
    all.families.insert(FontFamily::Proportional, text);
    all.families.insert(bold_family(), strong);
    if let Some(mono) = all.families.get_mut(&FontFamily::Monospace) {
        let after = mono.len().min(1);
        mono.splice(after..after, of(&["pieces", "signs"]));
    }
    all
}

#[cfg(test)]
mod tests {
    use eframe::egui::FontId;
    use eframe::egui::epaint::text::{Fonts, TextOptions};

    use super::*;

    #[test]
    fn every_family_has_the_letters_and_signs_of_chess() {
        let mut fonts = Fonts::new(TextOptions::default(), definitions());
        let mut fonts = fonts.with_pixels_per_point(1.0);
        let needed = "♔♕♖♗♘♙♚♛♜♝♞♟ → ← ↑ ↓ ⇆ ⟳ ± ∓ ⩲ ⩱ ∞ □ ⌓ № ⨀ △ ▽ ⟪ ⟫ ⊕ ★ ☆ ● ○ ✓ ✗ ½ – — … − × ≤ ≥ ≈ \
                      „“”‚‘’«» \
                      ÄÖÜäöüß éèñøåłžőçş Чигорин Καραμανλής";
        for family in [FontFamily::Proportional, FontFamily::Monospace, bold_family()] {
            let font = FontId::new(15.0, family);
            for letter in needed.chars() {
                assert!(fonts.has_glyph(&font, letter), "{letter:?} is missing in {font:?}");
            }
        }
    }
}
