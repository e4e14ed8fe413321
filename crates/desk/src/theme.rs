//! How the desk looks: colors, fonts, sizes and spacing of all windows, light and dark.
//!
//! Windows take colors from [`palette()`], sizes from [`size`], and bold text from [`bold`]; nothing else has
//! colors of its own, except the board.

mod fonts;
mod palette;

use eframe::egui::style::{Selection, WidgetVisuals, Widgets};
use eframe::egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Shadow, Stroke, Style, TextStyle, Theme,
    ThemePreference, Visuals,
};

use crate::settings::{Appearance, Settings};
pub use fonts::{bold, bold_family};
pub use palette::{Palette, contrast, palette};

/// The sizes of text, in points: four on one scale.
pub mod size {
    /// Remarks, units, coordinates, heads of columns.
    pub const SMALL: f32 = 12.5;
    /// Usual text, moves, buttons.
    pub const TEXT: f32 = 14.5;
    /// Headings, names of players, clocks.
    pub const HEADING: f32 = 19.0;
    /// The one value that a window is about, such as that of a position.
    pub const LARGE: f32 = 28.0;
}

/// The width of lines between panels, and of edges of controls, in points.
pub const LINE: f32 = 1.0;

/// The radius of corners, in points.
pub const ROUND: u8 = 5;

/// Gives our fonts to a context, once.
pub fn install(ctx: &Context) {
    fonts::install(ctx);
}

/// Sets the appearance and the size of all windows.
pub fn apply(ctx: &Context, settings: &Settings) {
    ctx.set_theme(match settings.appearance {
        Appearance::Light => ThemePreference::Light,
        Appearance::Dark => ThemePreference::Dark,
        Appearance::System => ThemePreference::System,
    });
    ctx.set_zoom_factor(settings.zoom_factor());
    // The keys for zooming are actions, so that the zoom is kept.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    for theme in [Theme::Dark, Theme::Light] {
        let palette = Palette::choose(theme == Theme::Dark, settings.distinct_colors);
        ctx.style_mut_of(theme, |style| look(style, theme == Theme::Dark, palette));
    }
}

fn look(style: &mut Style, dark: bool, palette: &Palette) {
    style.visuals = visuals(dark, palette);
    style.spacing.item_spacing = [8.0, 6.0].into();
    style.spacing.button_padding = [8.0, 4.0].into();
    style.spacing.menu_margin = 8.0.into();
    style.spacing.window_margin = 16.0.into();
    // The longest list, that of the boards, needs no scrolling.
    style.spacing.combo_height = 360.0;
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, proportional(size::SMALL)),
        (TextStyle::Body, proportional(size::TEXT)),
        (TextStyle::Button, proportional(size::TEXT)),
        (TextStyle::Heading, FontId::new(size::HEADING, bold_family())),
        (TextStyle::Monospace, FontId::new(size::TEXT - 1.0, FontFamily::Monospace)),
    ]
    .into();
}

/// Makes what looks like a button look like a field: the ground of a field, with an edge.
pub fn as_field(style: &mut Style) {
    let ground = style.visuals.extreme_bg_color;
    let widgets = &mut style.visuals.widgets;
    for state in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
        (state.weak_bg_fill, state.bg_fill) = (ground, ground);
    }
}

fn visuals(dark: bool, colors: &Palette) -> Visuals {
    let state = |fill: Color32, edge: Color32, text: Color32, width: f32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(LINE, edge),
        fg_stroke: Stroke::new(width, text),
        corner_radius: CornerRadius::same(ROUND),
        expansion: 0.0,
    };
    let basis = if dark { Visuals::dark() } else { Visuals::light() };
    let shadow = |shadow: Shadow| Shadow { offset: [0, 6], blur: 18, ..shadow };
    Visuals {
        weak_text_color: Some(colors.weak),
        widgets: Widgets {
            noninteractive: state(colors.surface, colors.line, colors.text, 1.0),
            inactive: state(colors.button, colors.edge, colors.text, 1.5),
            hovered: state(colors.hover, colors.text, colors.strong, 1.5),
            active: state(colors.pressed, colors.strong, colors.strong, 2.0),
            open: state(colors.button, colors.edge, colors.strong, 1.5),
        },
        selection: Selection { bg_fill: colors.selection, stroke: Stroke::new(LINE, colors.accent) },
        hyperlink_color: colors.accent,
        faint_bg_color: colors.stripe,
        extreme_bg_color: colors.field,
        code_bg_color: colors.button,
        warn_fg_color: colors.warn,
        error_fg_color: colors.error,
        window_fill: colors.raised,
        window_stroke: Stroke::new(LINE, colors.edge),
        window_shadow: shadow(basis.window_shadow),
        popup_shadow: shadow(basis.popup_shadow),
        panel_fill: colors.surface,
        ..basis
    }
}
