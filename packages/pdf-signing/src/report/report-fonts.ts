/** The fonts of reports. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { NOT_DRAWABLE } from '../pdf/font.ts'

/** A piece of a text, and the font that draws it. */
export type FontRun = { text: string; font: ReportFont }

/** Latin, Greek, Cyrillic and Devanagari; and a font with further scripts for what the first one lacks. */
export const REPORT_FONTS = {
  noto: {
    normal: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  },
  dejaVu: {
    normal: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  },
} as const
export type ReportFont = keyof typeof REPORT_FONTS

/** Returns the path of a font file. */
export function fontPath(font: ReportFont, weight: 'normal' | 'bold'): string {
  return createRequire(import.meta.url).resolve(REPORT_FONTS[font][weight])
}

/**
 * Divides a text by the fonts that draw it. A character that none draws is written as its code point in brackets, such as
 * `[U+6771]`, so that it is neither lost nor shown as one that another name could contain.
 */
export function toFontRuns(text: string): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1)
    // A space or a mark stays in the font of what it follows.
    const font = last && draws(last.font, character) ? last.font : findFont(character)
    const shown = font ? character : formatCodePoint(character)
    if (last && last.font === (font ?? 'noto')) last.text += shown
    else runs.push({ text: shown, font: font ?? 'noto' })
  }
  return runs
}

/** Whether a text has a character that {@link toFontRuns} writes as its code point. */
export function hasMissingCharacters(text: string): boolean {
  const shown = toFontRuns(text).map((run) => run.text)
  return shown.join('') !== text.normalize('NFC')
}

function findFont(character: string): ReportFont | undefined {
  return FONT_NAMES.find((font) => draws(font, character))
}

const FONT_NAMES = Object.keys(REPORT_FONTS) as ReportFont[]

const opened = new Map<ReportFont, Font>()

function draws(font: ReportFont, character: string): boolean {
  if (font === 'dejaVu' && NOT_DRAWABLE.test(character)) return false
  const file = opened.get(font) ?? create(readFileSync(fontPath(font, 'normal')))
  opened.set(font, file)
  return file.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

function formatCodePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `[U+${hex}]`
}
