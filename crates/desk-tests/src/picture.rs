//! Picture files: writing, reading and comparing them.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use eframe::egui::{Color32, ColorImage};

/// Writes a picture with the best compression. Fails if the file cannot be written.
pub fn write(path: &Path, image: &ColorImage) -> Result<(), String> {
    let failure = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::create(path).map_err(|error| failure(&error))?;
    let [width, height] = image.size.map(|side| side as u32);
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let mut writer = encoder.write_header().map_err(|error| failure(&error))?;
    writer.write_image_data(&bytes).map_err(|error| failure(&error))?;
    writer.finish().map_err(|error| failure(&error))
}

/// Reads a picture that was written by [`write()`]. Fails if the file cannot be read or is not such a
/// picture.
pub fn read(path: &Path) -> Result<ColorImage, String> {
    let failure = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(|error| failure(&error))?;
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().map_err(|error| failure(&error))?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or_else(|| failure(&"too large"))?];
    let frame = reader.next_frame(&mut bytes).map_err(|error| failure(&error))?;
    if frame.color_type != png::ColorType::Rgb || frame.bit_depth != png::BitDepth::Eight {
        return Err(failure(&"not eight bits for each of three colors"));
    }
    let pixels = bytes.chunks_exact(3).map(|color| Color32::from_rgb(color[0], color[1], color[2])).collect();
    Ok(ColorImage::new([frame.width as usize, frame.height as usize], pixels))
}

/// The largest ignored difference of a color value: CPUs add the values of letters in different orders.
const TOLERANCE: u8 = 24;

/// Returns the number of pixels whose color differs, which is all of them if the sizes differ.
pub fn differences(one: &ColorImage, other: &ColorImage) -> usize {
    if one.size != other.size {
        return one.pixels.len().max(other.pixels.len());
    }
    let differs = |(one, other): (&Color32, &Color32)| {
        one.to_array().into_iter().zip(other.to_array()).any(|(a, b)| a.abs_diff(b) > TOLERANCE)
    };
    one.pixels.iter().zip(&other.pixels).filter(|pair| differs(*pair)).count()
}
