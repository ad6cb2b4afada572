/** The words by which people are found in the address book: lower-case, without accents. */

/** The database compares each word with the index, and nobody types more to find a person. */
const MAX_WORDS = 8

/** A person as the address book stores them. */
type Person = { name: string; email: string }

/**
 * Returns what a search may be the beginning of: the address, and each word of the name, also from the middle of words such as
 * `Anna-Maria` and `O’Neil`.
 */
export function keysOf({ email, name }: Person): string[] {
  const words = splitWords(name).flatMap((word) =>
    [...word.matchAll(/[\p{Letter}\p{Number}]+/gu)].map(({ index }) => word.slice(index)),
  )
  return [...new Set([...words, fold(email)])]
}

/** Returns the words of a search; a person matches if each one is the beginning of one of their {@link keysOf}. */
export function searchWordsOf(text: string): string[] {
  return [...new Set(splitWords(text))].slice(0, MAX_WORDS)
}

function splitWords(text: string): string[] {
  return fold(text).split(/\s+/).filter(Boolean)
}

/** So that `jose` finds `José`. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
}
