/**
 * Reads one picture from its input and writes it as a square WebP of 256 pixels without metadata.
 *
 * It runs for one picture, without the service's environment, and is killed when it takes too long: a file
 * made to exhaust or to break a decoder ends this process and nothing else. Exit code 2 says that the file
 * is none that is taken.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const SIDE_PX = 256
const UNREADABLE = 2
/** A JPEG is made smaller while it is read; the others are unpacked whole, at up to 8 bytes a pixel. */
const MOST_PIXELS = { jpeg: 50_000_000, other: 25_000_000 }
const JPEG_BEGINS = 0xff
const FORMATS = ['Jpeg', 'Png', 'Webp', 'Nsgif']

// Everything else libvips can open (SVG, TIFF, PDF, HEIF …) stays shut, whatever the file says it is.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: FORMATS.map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

try {
  const file = await buffer(process.stdin)
  const picture = sharp(file, {
    limitInputPixels: file[0] === JPEG_BEGINS ? MOST_PIXELS.jpeg : MOST_PIXELS.other,
    // Cameras leave harmless faults; what is broken or cut off is refused.
    failOn: 'error',
    // Of a moving picture the first frame.
    pages: 1,
    // What the camera noted is done here, because the note goes with all other metadata.
    autoOrient: true,
  })
  const made = picture.resize(SIDE_PX, SIDE_PX, { fit: 'cover' }).webp({ quality: 86 })
  process.stdout.end(await made.toBuffer())
} catch {
  process.exitCode = UNREADABLE
}
