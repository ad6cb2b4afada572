import type { FontName } from './font-files.ts'
import { type Mark, makeMark } from './mark.ts'
import { shapeText } from './text-shape.ts'

/** Longer names do not fit into a stream. */
export const MAX_TYPED_LENGTH = 60

/** Writes a name in a font. Returns null for a name without visible characters. @throws as `shapeText` */
export async function makeTypedMark(text: string, font: FontName): Promise<Mark | null> {
  const { segments } = await shapeText(text.trim(), font)
  return makeMark(segments.length > 0 ? [segments] : [], 'nonzero')
}

/** The first letters of the first and last word, such as `JR` for Jane Mary Roe. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => word !== '')
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toLocaleUpperCase() ?? '').join('')
}
