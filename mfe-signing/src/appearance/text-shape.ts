import type { Segment } from '@inkproof/signing/appearance-stream'
import type { Font } from 'fontkit'
import { FONTS, type FontName } from './font-files.ts'
import { mapPoints } from './mark.ts'
import { toSegments } from './outline.ts'
import { MissingCharacters } from './text-errors.ts'

/** Outlines of a line of text in em, from the start of its baseline; y goes up. */
export type TextShape = { segments: Segment[]; width: number }

/**
 * Converts a line of text to outlines.
 *
 * @throws MissingCharacters; TypeError if a font cannot be fetched
 */
export async function shapeText(text: string, name: FontName): Promise<TextShape> {
  const normal = text.normalize('NFC').replaceAll('\t', ' ')
  const fonts = await loadFonts(normal, name)
  const segments: Segment[] = []
  let width = 0
  for (const run of splitIntoRuns(normal, fonts)) {
    const { glyphs, positions } = run.font.layout(run.text)
    const em = run.font.unitsPerEm
    for (const [i, { path }] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {}
      const left = width + xOffset / em
      const place = (x: number, y: number) => [left + x / em, (y + yOffset) / em] as const
      segments.push(...mapPoints(toSegments(path.commands), place))
      width += xAdvance / em
    }
  }
  return { segments, width }
}

const loaded = new Map<string, Promise<Font>>()

/** Loads the files that may have characters of this text. */
function loadFonts(text: string, name: FontName): Promise<Font[]> {
  const characters = [...text].map((character) => character.codePointAt(0) ?? 0)
  const files = FONTS[name].filter(({ ranges }) => {
    const parsed = parseRanges(ranges)
    return characters.some((code) => parsed.some(([first, last]) => code >= first && code <= last))
  })
  return Promise.all(files.map(({ url }) => loadFont(url.href)))
}

/** Fetches a file once; after a failure, the next call tries again. */
function loadFont(url: string): Promise<Font> {
  const existing = loaded.get(url)
  if (existing) return existing
  const loading = fetchFont(url).catch((error: unknown) => {
    loaded.delete(url)
    throw error
  })
  loaded.set(url, loading)
  return loading
}

async function fetchFont(url: string): Promise<Font> {
  const [{ create }, response] = await Promise.all([import('fontkit'), fetch(url)])
  if (!response.ok) throw new TypeError(String(response.status))
  return create(new Uint8Array(await response.arrayBuffer()))
}

/** Parses `U+0000-00FF,U+0131`. */
function parseRanges(ranges: string): [first: number, last: number][] {
  return ranges.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

/** Splits a text into parts with one font each. */
function splitIntoRuns(text: string, fonts: readonly Font[]): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  const missing = new Set<string>()
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const current = runs.at(-1)
    if (current?.font.hasGlyphForCodePoint(code)) {
      current.text += character
      continue
    }
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code))
    if (font) runs.push({ font, text: character })
    else missing.add(character)
  }
  if (missing.size > 0) throw new MissingCharacters([...missing])
  return runs
}
