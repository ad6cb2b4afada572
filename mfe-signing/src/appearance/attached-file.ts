/** What a field shows of a file that is attached to it. */
import type { Segment, Size } from '@inkproof/signing/appearance-stream'
import { formatBytes } from '@inkproof/texts/format'
import { MissingCharacters, TextDoesNotFit } from './text-errors.ts'
import { setText } from './text-lines.ts'
import { shapeText } from './text-shape.ts'

/** `size` in bytes. */
export type DescribedFile = { fileName: string; size: number }

/** Lengths to which a name is shortened, in characters: rather that than small letters. */
const NAME_LENGTHS = [255, 60, 40, 28, 20, 14, 10, 6]
const READABLE_PT = 6
const SMALLEST_PT = 4

/**
 * Sets the name and the size of a file into a field; in a small one, the name is shortened, and in the smallest ones it is alone.
 * The whole name and the SHA-256 are in the statement.
 *
 * @throws TextDoesNotFit; TypeError if a font cannot be fetched
 */
export async function setFile(file: DescribedFile, size: Size): Promise<Segment[]> {
  const name = await toDrawable(file.fileName)
  const bytes = formatBytes(file.size)
  const named = NAME_LENGTHS.map((length) => shorten(name, length))
  const texts = [...named.map((short) => `${short}\n${bytes}`), ...named]
  for (const smallest of [READABLE_PT, SMALLEST_PT])
    for (const text of new Set(texts)) {
      const segments = await setText(text, 'notoSans', size, smallest).catch(ignoreSize)
      if (segments) return segments
    }
  return setText(named.at(-1) ?? name, 'notoSans', size)
}

function ignoreSize(error: unknown): null {
  if (error instanceof TextDoesNotFit) return null
  throw error
}

/** Removes the middle of a long name: its end says what kind of file it is. */
function shorten(name: string, length: number): string {
  const characters = [...name]
  if (characters.length <= length) return name
  const end = Math.min(8, Math.floor(length / 2))
  return `${characters.slice(0, length - end - 1).join('')}…${characters.slice(-end).join('')}`
}

/** People cannot rename a file only because no font has its letters, so these are drawn as question marks. */
async function toDrawable(name: string): Promise<string> {
  try {
    await shapeText(name, 'notoSans')
    return name
  } catch (error) {
    if (!(error instanceof MissingCharacters)) throw error
    const { characters } = error
    return [...name.normalize('NFC')]
      .map((character) => (characters.includes(character) ? '?' : character))
      .join('')
  }
}
