/** Pictures for tests, encoded by the browser. */
import type { Page } from 'playwright-core'

/** A picture with a blue upper half, in pixels; the other half of a PNG or WebP is transparent. */
export async function makePicture(
  page: Page,
  type: 'image/jpeg' | 'image/png' | 'image/webp',
  width: number,
  height: number,
): Promise<Buffer> {
  const base64 = await page.evaluate(
    async (options) => {
      const canvas = new OffscreenCanvas(options.width, options.height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.fillStyle = 'blue'
      context.fillRect(0, 0, options.width, options.height / 2)
      const bytes = new Uint8Array(await (await canvas.convertToBlob(options)).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    { type, width, height },
  )
  return Buffer.from(base64, 'base64')
}

/** Adds Exif data: the orientation, and a text as the place where a photo was taken. */
export function withExif(jpeg: Buffer, orientation: number, place: string): Buffer {
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0])
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'),
    entry,
    Buffer.from(`\0\0\0\0${place}`, 'latin1'),
  ])
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)])
}
