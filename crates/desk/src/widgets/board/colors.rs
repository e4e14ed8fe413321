//! The colors of the board: those of a theme or the user's own, and letters that can be read on them.

use eframe::egui::Color32;
use heirloom_picture::Theme;

use crate::settings::Settings;
use crate::theme::contrast;

/// The contrast of coordinates to their square, at least.
const READABLE: f32 = 4.5;

/// The colors of squares and frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardColors {
    /// The light squares.
    pub light: Color32,
    /// The dark squares.
    pub dark: Color32,
    /// The frame.
    pub frame: Color32,
}

impl BoardColors {
    /// Returns the colors that the user has chosen.
    pub fn of(settings: &Settings) -> BoardColors {
        match settings.board_theme() {
            Some(theme) => BoardColors::of_theme(theme),
            None => {
                let [light, dark] =
                    settings.own_squares.map(|[red, green, blue]| Color32::from_rgb(red, green, blue));
                BoardColors { light, dark, frame: dark.lerp_to_gamma(Color32::BLACK, 0.5) }
            }
        }
    }

    /// Returns the colors of a theme.
    pub fn of_theme(theme: Theme) -> BoardColors {
        let (light, dark) = theme.squares();
        BoardColors { light: parsed(light), dark: parsed(dark), frame: parsed(theme.frame().0) }
    }

    /// Returns the color of a square.
    pub fn square(&self, is_light: bool) -> Color32 {
        if is_light { self.light } else { self.dark }
    }
}

/// Returns a shade of a color that can be read on it.
pub fn ink_on(ground: Color32) -> Color32 {
    let end = if contrast(ground, Color32::BLACK) >= contrast(ground, Color32::WHITE) {
        Color32::BLACK
    } else {
        Color32::WHITE
    };
    let steps = (4..=10).map(|tenths| ground.lerp_to_gamma(end, tenths as f32 / 10.0));
    steps.into_iter().find(|ink| contrast(*ink, ground) >= READABLE).unwrap_or(end)
}

/// Parses a color such as `#eed9b6`.
fn parsed(text: &str) -> Color32 {
    Color32::from_hex(text).unwrap_or(Color32::BLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_can_be_read_on_every_board() {
        for theme in Theme::ALL {
            let settings = Settings { theme: theme.name().into(), ..Settings::default() };
            let colors = BoardColors::of(&settings);
            for ground in [colors.light, colors.dark, colors.frame, Color32::GRAY] {
                assert!(contrast(ink_on(ground), ground) >= READABLE, "{theme}: {ground:?}");
            }
        }
    }
}
