//! Circles and arrows on a board.

use heirloom_chess::Square;

use super::number;
use crate::MarkColor;
use crate::look::Grid;

/// The opacity of circles and arrows.
const OPACITY: f64 = 0.8;
/// The distance of an arrow's start from the center of its first square, in squares.
const START: f64 = 0.3;
/// Half the width of an arrow's shaft, in squares.
const SHAFT: f64 = 0.075;
/// Half the width of its head, in squares.
const HEAD: f64 = 0.2;
/// The length of its head, in squares.
const HEAD_LENGTH: f64 = 0.38;

/// Draws a circle just inside its square.
pub fn circle(grid: &Grid, square: Square, paint: MarkColor) -> String {
    let ((x, y), side) = (grid.center(square), f64::from(grid.square));
    let (radius, width) = (number(side * 0.445), number(side * 0.07));
    let (x, y, color) = (number(x), number(y), paint.color());
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{color}\" \
         stroke-width=\"{width}\" stroke-opacity=\"{OPACITY}\"/>"
    )
}

/// Draws an arrow as a single shape, so that it is uniformly transparent; a circle if both squares are the
/// same.
pub fn arrow(grid: &Grid, from: Square, to: Square, paint: MarkColor) -> String {
    if from == to {
        return circle(grid, from, paint);
    }
    let (start, end, side) = (grid.center(from), grid.center(to), f64::from(grid.square));
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy);
    // A point given in squares ahead along the arrow and to the right of it.
    let point = |ahead: f64, right: f64| {
        let (ahead, right) = (ahead * side / length, right * side / length);
        format!("{} {}", number(start.0 + dx * ahead - dy * right), number(start.1 + dy * ahead + dx * right))
    };
    let tip = length / side;
    let neck = tip - HEAD_LENGTH;
    let points = [
        point(START, SHAFT),
        point(neck, SHAFT),
        point(neck, HEAD),
        point(tip, 0.0),
        point(neck, -HEAD),
        point(neck, -SHAFT),
        point(START, -SHAFT),
    ];
    format!("<path fill=\"{}\" fill-opacity=\"{OPACITY}\" d=\"M{}z\"/>", paint.color(), points.join("L"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Look;

    #[test]
    fn arrows_point_from_the_first_square_to_the_second() {
        let grid = Grid::new(&Look { size: 800, coordinates: false, ..Look::default() });
        let drawn = arrow(&grid, Square::A1, Square::A3, MarkColor::Red);
        assert_eq!(
            drawn,
            "<path fill=\"#c62828\" fill-opacity=\"0.8\" \
             d=\"M57.5 720L57.5 588L70 588L50 550L30 588L42.5 588L42.5 720z\"/>"
        );
        assert!(arrow(&grid, Square::A1, Square::A1, MarkColor::Red).starts_with("<circle"));
    }
}
