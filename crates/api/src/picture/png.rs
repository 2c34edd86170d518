//! Pictures as PNG.

use std::io;

use crate::refusal::Refusal;

/// Turns a picture of this module into pixels.
///
/// # Errors
/// A picture that cannot be read or written, which none of this module is; without the feature `png`, every picture.
pub fn png(svg: &str) -> Result<Vec<u8>, Refusal> {
    pixels(svg).map_err(|reason| Refusal::Unwritable(serde_json::Error::io(io::Error::other(reason))))
}

#[cfg(feature = "png")]
fn pixels(svg: &str) -> Result<Vec<u8>, String> {
    use png::{BitDepth, ColorType, Compression, Encoder};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("an empty picture")?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    // Every pixel is opaque.
    let mut colours = vec![0; pixels.pixels().len() * 3];
    for (colour, pixel) in colours.chunks_exact_mut(3).zip(pixels.data().chunks_exact(4)) {
        colour.copy_from_slice(&pixel[..3]);
    }
    let mut body = Vec::with_capacity(colours.len() / 4);
    let mut encoder = Encoder::new(&mut body, size.width(), size.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&colours));
    written.map(|()| body).map_err(|error| error.to_string())
}

#[cfg(not(feature = "png"))]
fn pixels(_: &str) -> Result<Vec<u8>, String> {
    Err("this build has no PNG".to_owned())
}
