//! The colors of the light and the dark appearance, with contrasts that a test measures.

use eframe::egui::{Color32, Ui, Visuals};
use heirloom_app::review::judgement::Judgement;

/// The colors of one appearance. Texts can be read on all surfaces; edges of controls can be seen on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// What is behind all panels: menus, toolbar, the space between panels.
    pub ground: Color32,
    /// Panels.
    pub surface: Color32,
    /// Menus, dialogs and tooltips, above the panels.
    pub raised: Color32,
    /// Text fields, bars without a value.
    pub field: Color32,
    /// Every other row of a table.
    pub stripe: Color32,
    /// Buttons.
    pub button: Color32,
    /// Buttons and rows that the pointer is on.
    pub hover: Color32,
    /// Buttons that are held down.
    pub pressed: Color32,
    /// What is selected or switched on.
    pub selection: Color32,
    /// Lines between panels.
    pub line: Color32,
    /// Edges of controls.
    pub edge: Color32,
    /// Usual text.
    pub text: Color32,
    /// Headings, values, the main line.
    pub strong: Color32,
    /// Units, remarks, hints.
    pub weak: Color32,
    /// Moves of variations.
    pub variation: Color32,
    /// Comments on moves.
    pub comment: Color32,
    /// Links, and what is best.
    pub accent: Color32,
    /// Warnings.
    pub warn: Color32,
    /// Errors.
    pub error: Color32,
    /// Very good moves.
    pub excellent: Color32,
    /// Good moves.
    pub good: Color32,
    /// Inaccuracies.
    pub inaccuracy: Color32,
    /// Mistakes.
    pub mistake: Color32,
    /// Blunders.
    pub blunder: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Palette {
    /// The dark appearance.
    pub const DARK: Palette = Palette {
        ground: rgb(0x141619),
        surface: rgb(0x1e2125),
        raised: rgb(0x262a2f),
        field: rgb(0x131518),
        stripe: rgb(0x24282d),
        button: rgb(0x2f343a),
        hover: rgb(0x3a4047),
        pressed: rgb(0x454c54),
        selection: rgb(0x234532),
        line: rgb(0x3b4149),
        edge: rgb(0x868e97),
        text: rgb(0xdcddda),
        strong: rgb(0xffffff),
        weak: rgb(0xa7adb3),
        variation: rgb(0xb9b3c9),
        comment: rgb(0xa9c4dc),
        accent: rgb(0x86cf9d),
        warn: rgb(0xf0b45a),
        error: rgb(0xff9488),
        excellent: rgb(0x6fcfe0),
        good: rgb(0x7fd39a),
        inaccuracy: rgb(0xf0c75e),
        mistake: rgb(0xffa25c),
        blunder: rgb(0xff8f8a),
    };

    /// The light appearance.
    pub const LIGHT: Palette = Palette {
        ground: rgb(0xe8e5de),
        surface: rgb(0xfbfaf7),
        raised: rgb(0xffffff),
        field: rgb(0xffffff),
        stripe: rgb(0xf2f0ea),
        button: rgb(0xefece5),
        hover: rgb(0xe3dfd5),
        pressed: rgb(0xd5d0c4),
        selection: rgb(0xcde7d4),
        line: rgb(0xcfcabf),
        edge: rgb(0x77736a),
        text: rgb(0x26241f),
        strong: rgb(0x000000),
        weak: rgb(0x5e5a52),
        variation: rgb(0x564f69),
        comment: rgb(0x2f5573),
        accent: rgb(0x1d6639),
        warn: rgb(0x824600),
        error: rgb(0xa5231c),
        excellent: rgb(0x0b6273),
        good: rgb(0x1d6a37),
        inaccuracy: rgb(0x7a5300),
        mistake: rgb(0xa04000),
        blunder: rgb(0xb3201f),
    };

    /// The dark appearance for color blindness: good is blue, bad is yellow, orange and purple.
    pub const DARK_DISTINCT: Palette = Palette {
        selection: rgb(0x1d3f5a),
        accent: rgb(0x7fc3f2),
        error: rgb(0xecaadb),
        excellent: rgb(0xaadcff),
        good: rgb(0x7fc3f2),
        inaccuracy: rgb(0xf2e36b),
        mistake: rgb(0xf2a93c),
        blunder: rgb(0xecaadb),
        ..Palette::DARK
    };

    /// The light appearance for color blindness.
    pub const LIGHT_DISTINCT: Palette = Palette {
        selection: rgb(0xcfe3f5),
        accent: rgb(0x0b4f8a),
        error: rgb(0x8c1a6a),
        excellent: rgb(0x0b6273),
        good: rgb(0x0b4f8a),
        inaccuracy: rgb(0x6b5a00),
        mistake: rgb(0x944600),
        blunder: rgb(0x8c1a6a),
        ..Palette::LIGHT
    };

    /// Returns the colors of an appearance, which can be those for color blindness.
    pub fn choose(dark: bool, distinct: bool) -> &'static Palette {
        match (dark, distinct) {
            (true, false) => &Palette::DARK,
            (true, true) => &Palette::DARK_DISTINCT,
            (false, false) => &Palette::LIGHT,
            (false, true) => &Palette::LIGHT_DISTINCT,
        }
    }

    /// Returns the colors of these visuals, which are known by the color of links.
    pub fn of(visuals: &Visuals) -> &'static Palette {
        let distinct = Palette::choose(visuals.dark_mode, true);
        Palette::choose(visuals.dark_mode, visuals.hyperlink_color == distinct.accent)
    }

    /// Returns the color of a bad move.
    pub fn judged(&self, judgement: Judgement) -> Color32 {
        match judgement {
            Judgement::Inaccuracy => self.inaccuracy,
            Judgement::Mistake => self.mistake,
            Judgement::Blunder => self.blunder,
        }
    }
}

/// Returns the colors of a part of the screen.
pub fn palette(ui: &Ui) -> &'static Palette {
    Palette::of(ui.visuals())
}

/// Returns the contrast of two opaque colors, from 1 to 21, as the Web Content Accessibility Guidelines
/// define it.
pub fn contrast(one: Color32, other: Color32) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: Color32) -> f32 {
    let [red, green, blue] = [color.r(), color.g(), color.b()].map(|value| {
        let value = f32::from(value) / 255.0;
        if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_can_be_read_and_controls_can_be_seen() {
        for (dark, distinct) in [(true, false), (true, true), (false, false), (false, true)] {
            let palette = Palette::choose(dark, distinct);
            let surfaces = [palette.ground, palette.surface, palette.raised, palette.field, palette.stripe];
            let texts = [
                palette.text,
                palette.strong,
                palette.weak,
                palette.variation,
                palette.comment,
                palette.accent,
                palette.warn,
                palette.error,
                palette.excellent,
                palette.good,
                palette.inaccuracy,
                palette.mistake,
                palette.blunder,
            ];
            for text in texts {
                for ground in surfaces.into_iter().chain([palette.button, palette.hover, palette.selection]) {
                    assert!(
                        contrast(text, ground) >= 4.5,
                        "{text:?} on {ground:?}: {}",
                        contrast(text, ground)
                    );
                }
            }
            assert!(contrast(palette.strong, palette.pressed) >= 4.5);
            for ground in surfaces.into_iter().chain([palette.button]) {
                assert!(contrast(palette.edge, ground) >= 3.0, "edges on {ground:?}");
            }
            assert!(contrast(palette.accent, palette.surface) >= 3.0, "what is switched on is seen");
        }
    }

    #[test]
    fn contrasts_are_those_of_the_guidelines() {
        assert!((contrast(Color32::WHITE, Color32::BLACK) - 21.0).abs() < 0.01);
        assert!((contrast(rgb(0x777777), Color32::WHITE) - 4.48).abs() < 0.01);
    }
}
