/** What a field shows of a file that is attached to it. */
import type { Segment, Size } from '@inkproof/signing/appearance-stream'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { MissingCharacters, TextDoesNotFit } from './text-errors.ts'
import { setText } from './text-lines.ts'
import { shapeText } from './text-shape.ts'

/** `size` in bytes, `fingerprint` as hex. */
export type DescribedFile = { fileName: string; size: number; fingerprint: string }

/** Lengths to which a name is shortened, in characters: rather that than small letters. */
const NAME_LENGTHS = [255, 60, 40, 28, 20, 14, 10]
const READABLE_PT = 6
const SMALLEST_PT = 4

/**
 * Sets the name, the size and the start of the SHA-256 of a file into a field; in a small one, the name is shortened, and in the
 * smallest only the hash is shown. The whole name and hash are in the statement.
 *
 * @throws TextDoesNotFit; TypeError if a font cannot be fetched
 */
export async function setFile(file: DescribedFile, size: Size): Promise<Segment[]> {
  const name = await toDrawable(file.fileName)
  const bytes = formatBytes(file.size)
  const long = t('{size}, SHA-256 {start}…', { size: bytes, start: file.fingerprint.slice(0, 16) })
  const start = `SHA-256 ${file.fingerprint.slice(0, 8)}…`
  const named = NAME_LENGTHS.map((length) => shorten(name, length))
  const texts = [long, start].flatMap((hash) => named.map((short) => `${short}\n${hash}`))
  for (const smallest of [READABLE_PT, SMALLEST_PT])
    for (const text of new Set(texts)) {
      const segments = await setText(text, 'notoSans', size, smallest).catch(ignoreSize)
      if (segments) return segments
    }
  return setText(start, 'notoSans', size)
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
