//! Colors, sizes and spacing of all windows, light and dark.

use eframe::egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Stroke, Style, TextStyle, Theme, Visuals,
};

/// Sets the style of all windows.
pub fn apply(ctx: &Context, dark: bool) {
    ctx.set_theme(if dark { Theme::Dark } else { Theme::Light });
    for theme in [Theme::Dark, Theme::Light] {
        ctx.style_mut_of(theme, |style| look(style, theme == Theme::Dark));
    }
}

fn look(style: &mut Style, dark: bool) {
    style.visuals = if dark { night() } else { day() };
    style.spacing.item_spacing = [8.0, 6.0].into();
    style.spacing.button_padding = [8.0, 4.0].into();
    style.spacing.menu_margin = 8.0.into();
    style.text_styles = [
        (TextStyle::Small, FontId::new(11.0, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(14.0, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(14.0, FontFamily::Proportional)),
        (TextStyle::Heading, FontId::new(19.0, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(14.0, FontFamily::Monospace)),
    ]
    .into();
    let round = CornerRadius::same(5);
    for widget in [
        &mut style.visuals.widgets.noninteractive,
        &mut style.visuals.widgets.inactive,
        &mut style.visuals.widgets.hovered,
        &mut style.visuals.widgets.active,
        &mut style.visuals.widgets.open,
    ] {
        widget.corner_radius = round;
    }
}

fn night() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = Color32::from_rgb(32, 34, 37);
    visuals.window_fill = Color32::from_rgb(40, 42, 46);
    visuals.extreme_bg_color = Color32::from_rgb(24, 25, 28);
    visuals.selection.bg_fill = Color32::from_rgb(64, 98, 72);
    visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(225, 235, 225));
    visuals.widgets.noninteractive.fg_stroke.color = Color32::from_rgb(206, 206, 202);
    visuals.hyperlink_color = Color32::from_rgb(134, 190, 150);
    visuals
}

fn day() -> Visuals {
    let mut visuals = Visuals::light();
    visuals.panel_fill = Color32::from_rgb(246, 244, 239);
    visuals.window_fill = Color32::from_rgb(252, 251, 248);
    visuals.extreme_bg_color = Color32::from_rgb(255, 255, 255);
    visuals.selection.bg_fill = Color32::from_rgb(186, 214, 190);
    visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(30, 50, 34));
    visuals.widgets.noninteractive.fg_stroke.color = Color32::from_rgb(46, 44, 40);
    visuals.hyperlink_color = Color32::from_rgb(46, 110, 66);
    visuals
}
