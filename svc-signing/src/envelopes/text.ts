import { cleanLine } from '@inkproof/texts/unsafe-characters'

/** Returns a text as one line of at most `max` UTF-16 code units, without half a character at its end; never empty. */
export function clipLine(text: string, max: number): string {
  const line = cleanLine(text)
  if (line.length <= max) return line || '–'
  return cleanLine(line.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')) || '–'
}
