//! Reduced motion: nothing glides, fades or scrolls by itself, for users whom motion disturbs.

use std::process::Command;

use eframe::egui::style::ScrollAnimation;
use eframe::egui::{Context, Style, Theme};

/// Switches the motion of all windows on or off.
pub fn apply(ctx: &Context, reduced: bool) {
    let usual = Style::default();
    for theme in [Theme::Dark, Theme::Light] {
        ctx.style_mut_of(theme, |style| {
            style.animation_time = if reduced { 0.0 } else { usual.animation_time };
            style.scroll_animation = if reduced { ScrollAnimation::none() } else { usual.scroll_animation };
        });
    }
}

/// Returns true if the user has asked the system for less motion. Asked once, at the first start.
pub fn is_reduced_by_system() -> bool {
    let answer = if cfg!(target_os = "macos") {
        says("defaults", &["read", "com.apple.universalaccess", "reduceMotion"], "1")
    } else if cfg!(windows) {
        let key = r"HKCU\Control Panel\Desktop\WindowMetrics";
        says("reg", &["query", key, "/v", "MinAnimate"], "0")
    } else {
        says("gsettings", &["get", "org.gnome.desktop.interface", "enable-animations"], "false")
    };
    answer.unwrap_or_default()
}

/// Returns whether the last word that a program of the system prints is this one; none without the program.
fn says(program: &str, arguments: &[&str], word: &str) -> Option<bool> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).split_whitespace().next_back() == Some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motion_is_switched_off_and_on() {
        let ctx = Context::default();
        let times =
            |ctx: &Context| [Theme::Dark, Theme::Light].map(|theme| ctx.style_of(theme).animation_time);
        apply(&ctx, true);
        assert_eq!(times(&ctx), [0.0, 0.0]);
        apply(&ctx, false);
        assert!(times(&ctx).iter().all(|&time| time > 0.0));
    }

    #[test]
    fn a_system_that_does_not_say_moves() {
        assert_eq!(says("/nowhere/to/be/found", &[], "1"), None);
    }
}
