/**
 * The pseudo-language: English in which each letter has an accent. Text without accents on the screen is missing
 * from the catalogues. See docs/decisions/texts-as-data.md.
 */
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'àƀçđéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'

const LETTERS = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index]]))

/** Accents every letter of a message except in its placeholders and tags. */
export function pseudo(message: string): string {
  return message
    .split(/(\{\w+\}|<\/?\w+>)/)
    .map((part, index) => (index % 2 === 1 ? part : accent(part)))
    .join('')
}

function accent(text: string): string {
  return [...text].map((letter) => LETTERS.get(letter) ?? letter).join('')
}
