//! Tests of the pictures of positions, as SVG and as pixels.

use heirloom_chess::notation::uci;
use resvg::usvg::roxmltree::Document;

use super::*;
use crate::Theme;
use crate::raster::Rgb;

fn board(fen: &str) -> Diagram {
    Diagram::new(&Position::from_fen(fen).unwrap())
}

/// Decodes the pixels of a PNG file.
fn decoded(file: &[u8]) -> (u32, Vec<Rgb>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.width, info.color_type), (info.height, png::ColorType::Rgb));
    (info.width, bytes.chunks_exact(3).map(|color| [color[0], color[1], color[2]]).collect())
}

fn rgb(color: &str) -> Rgb {
    [1, 3, 5].map(|at| u8::from_str_radix(&color[at..at + 2], 16).unwrap())
}

const CHECK: &str = "4k3/8/8/8/7b/8/8/R3K3 w Q - 0 1";

#[test]
fn the_document_describes_the_board() {
    let svg = Diagram::new(&Position::startpos()).svg();
    let document = Document::parse(&svg).unwrap();
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!(
        (count("use"), count("g")),
        (32, 12 + 12 + 2),
        "pieces, their definitions, squares, coordinates"
    );
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    let expected = format!("Chess position, White to move: {}", Position::startpos().fen());
    assert_eq!(title.text(), Some(expected.as_str()));
    assert_eq!(document.root_element().attribute("aria-labelledby"), title.attribute("id"));
    assert!(!svg.contains('\n') && !svg.contains("<text") && svg.len() < 26_000, "{} bytes", svg.len());
}

#[test]
fn ids_are_unique_to_a_picture() {
    let boards = [
        board(CHECK),
        board(CHECK).flipped(true),
        board(CHECK).size(401),
        board(CHECK).mark(Square::A1, MarkColor::Red),
    ];
    let mut ids = Vec::new();
    for board in boards {
        let svg = board.svg();
        let document = Document::parse(&svg).unwrap();
        ids.extend(document.descendants().filter_map(|node| node.attribute("id")).map(String::from));
        for used in document.descendants().filter_map(|node| node.attribute("href")) {
            assert!(ids.contains(&used[1..].to_owned()), "{used} is not defined");
        }
        assert_eq!(svg, board.svg(), "the same picture is the same text");
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), count), (4 * 6, 4 * 6), "title, glow and four pieces");
}

#[test]
fn pixels_have_the_colors_of_the_theme() {
    for theme in Theme::ALL {
        let look = Look { size: 240, coordinates: false, theme, ..Look::default() };
        let (size, pixels) = decoded(&Diagram::new(&Position::startpos()).look(look).png().unwrap());
        let (light, dark) = theme.squares();
        assert_eq!((size, pixels.len()), (240, 240 * 240));
        let at = |x: usize, y: usize| pixels[y * 240 + x];
        // The corners of a8, h8, a1 and h1, and the centers of e4 and e5.
        assert_eq!([at(1, 1), at(238, 238), at(135, 135)], [rgb(light); 3], "{theme}");
        assert_eq!([at(238, 1), at(1, 238), at(135, 105)], [rgb(dark); 3], "{theme}");
    }
}

#[test]
fn sizes_are_exact_and_pieces_are_visible() {
    for size in [64, 207, 401] {
        let (width, pixels) = decoded(&board(CHECK).size(size).png().unwrap());
        assert_eq!(width, size);
        let grid = crate::look::Grid::new(&Look { size, ..Look::default() });
        // The center of the rook is white, that of the bishop is dark.
        let middle = |square: Square| {
            let (x, y) = grid.center(square);
            pixels[(y as u32 * size + x as u32) as usize]
        };
        assert!(
            middle(Square::A1)[0] > 200 && middle(Square::H4)[0] < 130,
            "{size}: {:?}",
            (middle(Square::A1), middle(Square::H4))
        );
    }
    assert_eq!(decoded(&board(CHECK).size(1).png().unwrap()).0, crate::MIN_SIZE);
}

#[test]
fn moves_checks_and_marks_are_drawn() {
    let look = Look { coordinates: false, ..Look::default() };
    let plain = |board: Diagram| decoded(&board.look(look).png().unwrap()).1;
    let at = |pixels: &[Rgb], square: Square, x: usize, y: usize| {
        pixels[(350 - 50 * square.rank().index() + y) * 400 + 50 * square.file().index() + x]
    };
    let calm = plain(board(CHECK).check(false));
    let checked = plain(board(CHECK));
    assert_eq!(at(&calm, Square::E1, 4, 25), rgb(Theme::Wood.squares().1));
    assert!(at(&checked, Square::E1, 4, 25)[0] > at(&calm, Square::E1, 4, 25)[0], "red glows");
    let marked =
        plain(board(CHECK).mark(Square::C6, MarkColor::Blue).arrow(Square::C3, Square::C5, MarkColor::Green));
    let (ring, shaft) = (at(&marked, Square::C6, 25, 3), at(&marked, Square::C4, 25, 25));
    assert!(ring[2] > ring[0] && ring[2] > 150, "a blue ring: {ring:?}");
    assert!(shaft[1] > shaft[0] && shaft[1] > shaft[2], "a green shaft: {shaft:?}");
    let position = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
    let mv = uci::parse(&position, "e1g1").unwrap();
    let mut after = position.clone();
    after.play(mv);
    let castled = plain(Diagram::new(&after).last_move(mv));
    let dark = rgb(Theme::Wood.squares().1);
    assert!(
        at(&castled, Square::G1, 2, 2) != dark && at(&castled, Square::E1, 2, 2) != dark,
        "where the king was and is"
    );
    assert_eq!(at(&castled, Square::H1, 2, 2), rgb(Theme::Wood.squares().0), "not where the rook was");
}
