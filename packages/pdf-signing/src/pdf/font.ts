/** The font of all text that this package draws. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { EmbeddedFont, PDF } from '@libpdf/core'
import { SigningError } from '../errors.ts'

let dejaVu: Uint8Array | undefined

/** DejaVu Sans (757 kB): Latin, Greek, Cyrillic, Armenian, Georgian; no Chinese, Japanese or Korean. */
export function defaultFont(): Uint8Array {
  const require = createRequire(import.meta.url)
  dejaVu ??= new Uint8Array(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')))
  return dejaVu
}

/**
 * Scripts whose letters change their shape or direction in context. The font contains some of them, but they are drawn
 * letter by letter from left to right, so the text would be wrong. Also control and formatting characters.
 */
export const NOT_DRAWABLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Khmer}\p{Script=Tibetan}]/u

/**
 * Checks before drawing that every character has a glyph.
 *
 * @throws SigningError `missing-characters` with the characters
 */
export function requireDrawable(font: EmbeddedFont, texts: string[]): void {
  const characters = [...new Set(texts.join(''))]
  const missing = characters.filter(
    (character) => NOT_DRAWABLE.test(character) || !font.canEncode(character),
  )
  if (missing.length > 0) throw new SigningError('missing-characters', missing)
}

/** A text as a hexadecimal string for the operator Tj. */
export function glyphs(font: EmbeddedFont, text: string): string {
  const codes = font.encodeTextToGids(text).map((gid) => gid.toString(16).padStart(4, '0'))
  return `<${codes.join('')}>`
}

/**
 * Replaces the random prefix that the library gives to a font subset by one derived from its glyphs (ISO 32000-2, 9.9.2), so
 * that the same input has the same output. Both have six letters, so no offset changes.
 */
export function fixSubsetPrefix(pdf: PDF, font: EmbeddedFont, bytes: Uint8Array): Uint8Array {
  const prefix = font.subsetTag
  if (!prefix || !pdf.getFontRef(font)) return bytes
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const digest = createHash('sha256').update(font.getUsedGlyphIds().join()).digest()
  const letters = [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26)))
  const [from, to] = [`/${prefix}+`, `/${letters.join('')}+`]
  for (let at = buffer.lastIndexOf(from); at >= 0; at = buffer.lastIndexOf(from, at - 1)) {
    buffer.write(to, at, 'latin1')
    if (at === 0) break
  }
  return bytes
}
