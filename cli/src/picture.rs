//! SVG texts as pixels.

use anyhow::Context as _;
use resvg::{tiny_skia, usvg};

/// Larger pictures than this, in pixels, are refused.
const MOST: u64 = 100_000_000;

/// A drawing as PNG, as large as it says it is.
pub(crate) fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).context("the drawing cannot be read")?;
    let size = tree.size().to_int_size();
    if u64::from(size.width()) * u64::from(size.height()) > MOST {
        anyhow::bail!(
            "a picture of {} by {} pixels is too large",
            size.width(),
            size.height()
        );
    }
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).context("the picture has no size")?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .context("the picture cannot be written as PNG")
}
