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
    style.visuals = colors(dark);
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

fn colors(dark: bool) -> Visuals {
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    let [panel, window, field, selection, selected, text, link] = if dark {
        ["#202225", "#282a2e", "#18191c", "#406248", "#e1ebe1", "#cececa", "#86be96"]
    } else {
        ["#f6f4ef", "#fcfbf8", "#ffffff", "#bad6be", "#1e3222", "#2e2c28", "#2e6e42"]
    }
    .map(|color| Color32::from_hex(color).unwrap_or_default());
    (visuals.panel_fill, visuals.window_fill, visuals.extreme_bg_color) = (panel, window, field);
    visuals.selection.bg_fill = selection;
    visuals.selection.stroke = Stroke::new(1.0, selected);
    visuals.widgets.noninteractive.fg_stroke.color = text;
    visuals.hyperlink_color = link;
    visuals
}
