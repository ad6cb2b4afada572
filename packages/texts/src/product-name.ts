/** Names that people could take for that of this product. */

/** Letters and digits that look like one of the product's name, besides those that Unicode decomposes. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  i: '1l|!ıɪіιӏ',
  n: 'ɴոηп',
  k: 'ᴋкκ',
  p: 'ᴘрρ',
  r: 'ʀг',
  o: '0ᴏоοօø',
  f: 'ꜰғƒք',
}
const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** Whether a name contains the product's, also in look-alike letters, with accents, or with spaces and signs between them. */
export function resemblesProduct(name: string): boolean {
  const letters = [...name.normalize('NFKD').toLowerCase()].map(
    (letter) => LETTERS.get(letter) ?? letter,
  )
  const words = letters.join('').replace(/[^\p{Letter}\p{Number}]+/gu, '')
  return words.includes('inkproof')
}
