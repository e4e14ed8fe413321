//! Line charts as SVG or PNG, chosen by the file extension.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

/// One panel of a chart: lines with common axes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Panel {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub across: String,
    /// The lines with their names; a line with an empty name is not in the legend.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
    /// Values marked by thin horizontal lines.
    pub marks: Vec<f64>,
}

/// The error for a chart that cannot be drawn or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw the chart: {0}")]
pub struct ChartError(String);

const COLORS: [RGBColor; 4] =
    [RGBColor(31, 119, 180), RGBColor(214, 96, 20), RGBColor(44, 140, 60), RGBColor(120, 80, 170)];
const TITLE: f64 = 18.0;
const LABEL: f64 = 13.0;

/// Draws panels of `size` pixels in a grid with `columns` columns and writes the picture: PNG for that file
/// extension, else SVG. Fails if the file cannot be written, or is to be PNG in a browser, which draws SVG
/// only.
pub fn draw(path: &Path, panels: &[Panel], columns: usize, size: (u32, u32)) -> Result<(), ChartError> {
    #[cfg(not(target_family = "wasm"))]
    use_bundled_font();
    let columns = columns.clamp(1, panels.len().max(1));
    let rows = panels.len().div_ceil(columns).max(1);
    let (width, height) = (size.0 * columns as u32, size.1 * rows as u32);
    let error = |error: &dyn Error| ChartError(error.to_string());
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let bytes = if is_png {
        png(panels, (rows, columns), (width, height))?
    } else {
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
        draw_panels(&area, panels, rows, columns).map_err(|failed| error(&failed))?;
        drop(area);
        text.into_bytes()
    };
    heirloom_files::replace(path, &bytes).map_err(|failed| error(&failed))
}

/// Makes text use a bundled font, so that pictures are the same everywhere.
#[cfg(not(target_family = "wasm"))]
fn use_bundled_font() {
    use std::sync::Once;
    static FONT: Once = Once::new();
    FONT.call_once(|| {
        let _ = plotters::style::register_font("sans-serif", FontStyle::Normal, dejavu::sans::regular());
    });
}

/// Draws panels as PNG.
#[cfg(not(target_family = "wasm"))]
fn png(
    panels: &[Panel],
    (rows, columns): (usize, usize),
    (width, height): (u32, u32),
) -> Result<Vec<u8>, ChartError> {
    let mut pixels = vec![0; (width * height) as usize * 3];
    let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
    draw_panels(&area, panels, rows, columns).map_err(|failed| ChartError(failed.to_string()))?;
    area.present().map_err(|failed| ChartError(failed.to_string()))?;
    drop(area);
    encode(&pixels, width, height).map_err(|failed| ChartError(failed.to_string()))
}

/// A browser keeps the pixels of its fonts to itself.
#[cfg(target_family = "wasm")]
fn png(_: &[Panel], _: (usize, usize), _: (u32, u32)) -> Result<Vec<u8>, ChartError> {
    Err(ChartError("a browser draws SVG only".into()))
}

/// Encodes RGB pixels as PNG.
#[cfg(not(target_family = "wasm"))]
fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

fn draw_panels<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    panels: &[Panel],
    rows: usize,
    columns: usize,
) -> Drawn<B> {
    area.fill(&WHITE)?;
    for (area, panel) in area.split_evenly((rows, columns)).iter().zip(panels) {
        draw_panel(area, panel)?;
    }
    area.present()
}

fn draw_panel<B: DrawingBackend>(area: &DrawingArea<B, Shift>, panel: &Panel) -> Drawn<B> {
    let points = || panel.lines.iter().flat_map(|(_, line)| line);
    let across = range(points().map(|point| point.0), 0.0);
    let upwards = range(points().map(|point| point.1).chain(panel.marks.iter().copied()), 0.06);
    let digits = (2.0 - (upwards.1 - upwards.0).log10().floor()).clamp(0.0, 8.0) as usize;
    let (from, to) = (across.0, across.1);
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", TITLE))
        .margin(10)
        .margin_right(24)
        .x_label_area_size(34)
        .y_label_area_size(70)
        .build_cartesian_2d(from..to, upwards.0..upwards.1)?;
    chart
        .configure_mesh()
        .x_desc(&panel.across)
        .x_labels(6)
        .y_labels(7)
        .x_label_formatter(&|value| format!("{value:.0}"))
        .y_label_formatter(&|value| format!("{value:.digits$}"))
        .label_style(("sans-serif", LABEL))
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .draw()?;
    for &mark in &panel.marks {
        chart.draw_series(LineSeries::new([(from, mark), (to, mark)], BLACK.mix(0.4)))?;
    }
    let mut named = false;
    for ((name, line), color) in panel.lines.iter().zip(COLORS.iter().cycle()) {
        let color = *color;
        let series = chart.draw_series(LineSeries::new(line.iter().copied(), color.stroke_width(2)))?;
        if !name.is_empty() {
            named = true;
            series
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        }
    }
    if named {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .label_font(("sans-serif", LABEL))
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.2))
            .draw()?;
    }
    Ok(())
}

/// Returns the smallest and largest value, extended by some space; never an empty range.
fn range(values: impl Iterator<Item = f64>, space: f64) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    match high - low {
        // No values.
        width if width < 0.0 => (0.0, 1.0),
        width if width < 1e-12 => (low - 0.5, high + 0.5),
        width => (low - width * space, high + width * space),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_made_in_both_formats_of_anything() {
        let folder = tempfile::tempdir().unwrap();
        let line = |name: &str, points: &[(f64, f64)]| (name.to_string(), points.to_vec());
        let lines = vec![
            line("training", &[(0.0, 0.11), (1.0, 0.1)]),
            line("hold-out", &[(0.0, f64::NAN)]),
            line("", &[]),
        ];
        let panels = [
            Panel { title: "Loss".into(), across: "epochs".into(), lines, marks: vec![0.1] },
            Panel::default(),
            Panel::default(),
        ];
        let (png, svg) = (folder.path().join("a.png"), folder.path().join("a.svg"));
        draw(&png, &panels, 2, (300, 200)).unwrap();
        draw(&svg, &panels, 2, (300, 200)).unwrap();
        assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
        let svg = std::fs::read_to_string(svg).unwrap();
        assert!(svg.contains("hold-out") && svg.contains("width=\"600\" height=\"400\""), "{svg}");
        draw(&folder.path().join("none.svg"), &[], 3, (300, 200)).unwrap();
    }
}
