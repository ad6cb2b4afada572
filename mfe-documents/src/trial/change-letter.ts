/** A sentence with one letter changed, and its position. `at` counts user-perceived characters. */
export type ChangedSentence = { sentence: string; at: number; from: string; to: string }

/**
 * Replaces the letter nearest the middle with its neighbour in the alphabet, so that the change is deliberately
 * easy to overlook.
 */
export function changeOneLetter(sentence: string): ChangedSentence {
  const signs = [...sentence]
  const at = nearestLetter(signs)
  const from = signs[at] ?? ''
  const to = neighbour(from, signs)
  return { sentence: signs.with(at, to).join(''), at, from, to }
}

function nearestLetter(signs: readonly string[]): number {
  const middle = Math.floor(signs.length / 2)
  const byDistance = signs
    .map((_, index) => index)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  const isLetter = (index: number) => /[\p{L}\p{N}]/u.test(signs[index] ?? '')
  return byDistance.find(isLetter) ?? byDistance[0] ?? 0
}

function neighbour(letter: string, signs: readonly string[]): string {
  if (/^[a-yA-Y0-8]$/.test(letter)) return String.fromCodePoint(letterCode(letter) + 1)
  if (/^[zZ9]$/.test(letter)) return String.fromCodePoint(letterCode(letter) - 1)
  // In other alphabets, a letter the writer has already used is certain to be readable.
  return (
    signs.find((sign) => sign !== letter && /\p{L}/u.test(sign)) ?? (letter === 'x' ? 'y' : 'x')
  )
}

function letterCode(letter: string): number {
  return letter.codePointAt(0) ?? 0
}
