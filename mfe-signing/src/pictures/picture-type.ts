/** The format of a picture. `heic` includes all of HEIF that is not AVIF. */
export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'avif' | 'heic'

/** How many bytes {@link pictureTypeOf} needs. */
export const TYPE_BYTES = 256

const STARTS: readonly (readonly [PictureType, (text: string) => boolean])[] = [
  ['jpeg', (text) => text.startsWith('\xff\xd8\xff')],
  ['png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', (text) => text.startsWith('GIF87a') || text.startsWith('GIF89a')],
  ['webp', (text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'],
  ['bmp', (text) => text.startsWith('BM') && BMP_HEADERS.has(text.slice(14, 18))],
]

/** Lengths of the header after that of the file. Texts can begin with `BM` too. */
const BMP_HEADERS = new Set(
  [12, 40, 64, 108, 124].map((size) => `${String.fromCharCode(size)}\0\0\0`),
)

const HEIF_BRAND = /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/

/** Returns the format by how the file begins, whatever its name says; null if it is not a picture of a supported format. */
export function pictureTypeOf(start: Uint8Array): PictureType | null {
  const text = latin1(start.subarray(0, TYPE_BYTES))
  const found = STARTS.find(([, isType]) => isType(text))
  return found?.[0] ?? heifType(text)
}

/** ISO/IEC 14496-12, 4.3: the box `ftyp` with the main brand, a version and further brands. */
function heifType(text: string): PictureType | null {
  if (text.slice(4, 8) !== 'ftyp') return null
  const length = (text.charCodeAt(2) << 8) | text.charCodeAt(3)
  const brands = text.slice(8, length).match(/.{4}/gs) ?? []
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => HEIF_BRAND.test(brand)) ? 'heic' : null
}

/** One character per byte. `TextDecoder('latin1')` decodes windows-1252. */
export function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
