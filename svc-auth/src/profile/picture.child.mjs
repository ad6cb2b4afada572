/**
 * Reads one picture from stdin and writes it to stdout without metadata: as a square WebP of 256 pixels or, with the
 * argument `logo`, as a PNG that fits into 480 by 160 pixels.
 *
 * It runs for one picture, without the service's environment, and is killed after a timeout: a file made to exhaust
 * or break a decoder affects only this process. Exit code 2 means that the file could not be
 * converted.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const SIDE_PX = 256
/** LOGO_BOX of packages/protocol. */
const LOGO_BOX_PX = { width: 480, height: 160 }
const UNREADABLE = 2
/** JPEG is scaled down while decoding; other formats are decoded at full size, at up to 8 bytes per pixel. */
const MAX_PIXELS = { jpeg: 50_000_000, other: 25_000_000, logo: 8_000_000 }
const JPEG_FIRST_BYTE = 0xff
const FORMATS = ['Jpeg', 'Png', 'Webp', 'Nsgif']

// Every other format that libvips can open (SVG, TIFF, PDF, HEIF …) is blocked, whatever the file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: FORMATS.map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

const isLogo = process.argv[2] === 'logo'

try {
  const file = await buffer(process.stdin)
  const picture = sharp(file, {
    limitInputPixels: isLogo ? MAX_PIXELS.logo : maxPictureOf(file),
    // Tolerates the minor errors that cameras write; broken or truncated files are rejected.
    failOn: 'error',
    // Only the first frame of an animation.
    pages: 1,
    // The camera's orientation is applied here, because it is removed with all other metadata.
    autoOrient: true,
  })
  const made = isLogo
    ? picture.resize({ ...LOGO_BOX_PX, fit: 'inside', withoutEnlargement: true }).png()
    : picture.resize(SIDE_PX, SIDE_PX, { fit: 'cover' }).webp({ quality: 86 })
  process.stdout.end(await made.toBuffer())
} catch {
  process.exitCode = UNREADABLE
}

function maxPictureOf(file) {
  return file[0] === JPEG_FIRST_BYTE ? MAX_PIXELS.jpeg : MAX_PIXELS.other
}
