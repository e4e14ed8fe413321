//! Tests of animations from beginning to end.

use std::collections::HashMap;

use heirloom_chess::Square;
use heirloom_chess::notation::typed;
use resvg::usvg::roxmltree::Document;

use super::*;
use crate::diagram::pieces;
use crate::look::Grid;
use crate::piece::name;
use crate::raster::{Pixels, Rgb};

/// Castling by both sides, an en passant capture, a promotion with capture, and checks.
const MOVES: &str = "e4 Nf6 e5 d5 exd6 g6 Nf3 Bg7 Be2 O-O dxc7 Nc6 O-O Nb4 cxd8=N Nxc2 Nxf7 Nxa1 Nh6+ Kh8 d3";

fn line(start: Position, moves: &str) -> Line {
    let mut line = Line::new(start);
    for word in moves.split_whitespace() {
        line.push(typed::parse(line.position(), word).unwrap()).unwrap();
    }
    line
}

fn animation(look: Look) -> Animation {
    Animation::new(&line(Position::startpos(), MOVES)).look(look)
}

fn looks() -> [Look; 2] {
    let look = Look { size: 200, ..Look::default() };
    [look, Look { size: 123, flipped: true, coordinates: false, theme: crate::Theme::Green, ..look }]
}

/// Returns the frames of a GIF as a viewer shows them, with their delays.
fn frames(file: &[u8]) -> Vec<(Vec<Rgb>, u16)> {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let width = usize::from(decoder.width());
    let mut canvas = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (number, color) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, color)| color[3] == 255) {
            let (x, y) = (number % usize::from(frame.width), number / usize::from(frame.width));
            canvas[(usize::from(frame.top) + y) * width + usize::from(frame.left) + x] =
                [color[0], color[1], color[2]];
        }
        pictures.push((canvas.clone(), frame.delay));
    }
    pictures
}

#[test]
fn a_gif_shows_every_position() {
    for look in looks() {
        let animation = animation(look).delay(Duration::from_millis(500)).hold(Duration::from_secs(2));
        let file = animation.gif().unwrap();
        let pictures = frames(&file);
        assert_eq!(pictures.len(), 1 + MOVES.split_whitespace().count());
        assert!(file.len() < 60_000, "{} bytes", file.len());
        for (number, ((position, last), (picture, delay))) in animation.scenes().zip(&pictures).enumerate() {
            let true_picture = Pixels::of_svg(&animation.still(&position, last).svg()).unwrap();
            assert_eq!(picture.len(), true_picture.colors.len());
            let far = |(one, other): (&Rgb, &Rgb)| {
                one.iter().zip(other).any(|(one, other)| one.abs_diff(*other) > 30)
            };
            let wrong = picture.iter().zip(&true_picture.colors).filter(|&pair| far(pair)).count();
            assert_eq!(wrong, 0, "pixels of picture {number}");
            assert_eq!(*delay, if number + 1 == pictures.len() { 250 } else { 50 });
        }
    }
}

#[test]
fn a_gif_may_end() {
    let repeats = |file: Vec<u8>| file.windows(11).any(|bytes| bytes == b"NETSCAPE2.0");
    let animation = animation(looks()[1]);
    assert!(repeats(animation.gif().unwrap()) && !repeats(animation.repeated(false).gif().unwrap()));
}

/// Returns the pieces at the end of an animated document, as a viewer shows them.
fn at_the_end(svg: &str, look: &Look) -> HashMap<Square, String> {
    let grid = Grid::new(look);
    let document = Document::parse(svg).unwrap();
    let mut found = HashMap::new();
    for node in document.descendants().filter(|node| node.has_tag_name("use")) {
        let animation =
            |name: &str| node.children().find(|child| child.attribute("attributeName") == Some(name));
        let last = |name: &str| animation(name)?.attribute("values")?.rsplit(';').next();
        let visible = last("visibility").or(node.attribute("visibility")).unwrap_or("visible") == "visible";
        let own = node.attribute("transform").unwrap();
        let place = last("transform").unwrap_or(&own["translate(".len()..own.len() - 1]);
        let square = Square::ALL.into_iter().find(|square| {
            let (x, y) = grid.corner(*square);
            place == format!("{x} {y}")
        });
        let name = node.attribute("href").unwrap().rsplit('-').next().unwrap().to_owned();
        if visible {
            assert_eq!(found.insert(square.unwrap(), name), None, "two pieces on a square");
        }
        for animation in node.children() {
            let values = |name: &str| animation.attribute(name).unwrap().split(';');
            let times: Vec<f64> = values("keyTimes").map(|time| time.parse().unwrap()).collect();
            assert_eq!(times.len(), values("values").count());
            let in_order = times.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(times[0] == 0.0 && in_order && times[times.len() - 1] <= 1.0, "{times:?}");
        }
    }
    found
}

#[test]
fn an_animated_document_ends_with_the_last_position() {
    let chess960 = Position::from_fen("1k3r2/8/8/8/8/8/1P1P4/1RK4R w BHf - 0 1").unwrap();
    let animations =
        [line(Position::startpos(), MOVES), line(chess960, "c1b1 b8f8"), line(Position::startpos(), "")];
    for (line, look) in animations.iter().flat_map(|line| looks().map(|look| (line, look))) {
        let animation = Animation::new(line).look(look);
        let svg = animation.animated_svg();
        let expected: HashMap<Square, String> =
            pieces(line.position()).map(|(square, piece)| (square, name(piece))).collect();
        assert_eq!(at_the_end(&svg, &look), expected);
        // Without animation the document shows the initial position.
        let still = Pixels::of_svg(&svg).unwrap();
        assert!(still.colors == Pixels::of_svg(&animation.still(line.start(), None).svg()).unwrap().colors);
        assert_eq!(svg.contains("<animate"), !line.moves().is_empty());
    }
}

#[test]
fn titles_and_times_are_written() {
    let svg = animation(Look::default())
        .title("Ann < Bob")
        .delay(Duration::from_millis(1500))
        .repeated(false)
        .animated_svg();
    assert!(
        svg.contains(">Ann &lt; Bob</title>") && svg.contains("dur=\"36s\" fill=\"freeze\""),
        "{svg:.300}"
    );
    assert!(!svg.contains('\n') && svg.len() < 60_000, "{} bytes", svg.len());
    let animation = animation(Look::default()).delay(Duration::ZERO).hold(Duration::MAX);
    assert_eq!(animation.duration(), MIN_DELAY * 22 + MAX_DELAY);
}
