/** A sentence with one letter changed. `changedIndex` counts code points. */
export type ChangedSentence = { sentence: string; changedIndex: number; from: string; to: string }

/**
 * Replaces the letter nearest the middle with its neighbor in the alphabet, so that the change is easy to overlook. In
 * alphabets other than Latin, replaces it with another letter of the sentence.
 */
export function changeOneLetter(sentence: string): ChangedSentence {
  const characters = [...sentence]
  const changedIndex = middleLetterIndex(characters)
  const from = characters[changedIndex] ?? ''
  const to = neighbor(from, characters)
  return { sentence: characters.with(changedIndex, to).join(''), changedIndex, from, to }
}

function middleLetterIndex(characters: readonly string[]): number {
  const middle = Math.floor(characters.length / 2)
  const byDistance = characters
    .map((_, index) => index)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  const isLetter = (index: number) => /[\p{L}\p{N}]/u.test(characters[index] ?? '')
  return byDistance.find(isLetter) ?? byDistance[0] ?? 0
}

function neighbor(letter: string, characters: readonly string[]): string {
  if (/^[a-yA-Y0-8]$/.test(letter)) return String.fromCodePoint(letterCode(letter) + 1)
  if (/^[zZ9]$/.test(letter)) return String.fromCodePoint(letterCode(letter) - 1)
  // In other alphabets, a letter the writer has already used is certain to be readable.
  return (
    characters.find((character) => character !== letter && /\p{L}/u.test(character)) ??
    (letter === 'x' ? 'y' : 'x')
  )
}

function letterCode(letter: string): number {
  return letter.codePointAt(0) ?? 0
}
