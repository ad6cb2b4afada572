import { expect, test } from '@jest/globals'
import { cleanLine, cleanLines, normalizeLine, replaceUnsafe } from './unsafe-characters.ts'

const ALL_CHARACTERS = Array.from({ length: 0x110000 }, (_, codePoint) =>
  String.fromCodePoint(codePoint),
)
/** Format characters that are visible: number and verse signs of Arabic, Syriac and Kaithi, hieroglyph joiners. */
const VISIBLE_FORMAT =
  /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u

test('replaces every invisible, control, format and separator character between Latin letters', () => {
  const unsafe = ALL_CHARACTERS.filter(
    (character) =>
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Variation_Selector}\u2800]/u.test(
        character,
      ) && !VISIBLE_FORMAT.test(character),
  )
  expect(unsafe.length).toBeGreaterThan(6_000)
  const kept = unsafe.filter((character) => replaceUnsafe(`Ada${character}gpj`, '?') !== 'Ada?gpj')
  expect(kept.map((character) => character.codePointAt(0)?.toString(16))).toEqual([])
})

test.each([
  ['Persian with a zero-width non-joiner', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
  ['a mark before the non-joiner', '\u0645\u0650\u200c\u0627'],
  ['Sinhala with a zero-width joiner', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['Hindi with a non-joiner', '\u0915\u094d\u200c\u0937'],
  ['a Malayalam chillu in the older spelling', '\u0d05\u0d35\u0d28\u0d4d\u200d'],
  ['a Mongolian variant', '\u182d\u180b'],
  ['a Han variant', '\u8fbb\u{e0100}'],
  ['a heart in color', '\u2764\ufe0f'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['a person with a skin tone', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['the flag of England', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['the flag of Wales', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
])('keeps %s', (_description, text) => {
  expect(replaceUnsafe(text, '?')).toBe(text)
})

test.each([
  ['a non-joiner between Latin letters', 'a\u200cb', 'a?b'],
  ['a joiner at the end of an Arabic word', '\u0639\u200d', '\u0639?'],
  ['two joiners', '\u0639\u200c\u200c\u0639', '\u0639??\u0639'],
  ['a joiner between an emoji and a letter', '\u{1f469}\u200da', '\u{1f469}?a'],
  ['a variation selector on a letter', 'a\ufe0f', 'a?'],
  ['tags that spell another text', '\u{1f3f4}\u{e0061}\u{e007f}', '\u{1f3f4}??'],
])('replaces %s', (_description, text, expected) => {
  expect(replaceUnsafe(text, '?')).toBe(expected)
})

test('normalizes a line to composed characters and single spaces', () => {
  expect(normalizeLine(' Zoe\u0308 \u00a0\u3000 King ')).toBe('Zo\u00eb King')
})

test('cleans a line: breaks and tabs become spaces, invisible characters disappear', () => {
  expect(cleanLine('\u202aLease\t2026\r\n(final)\u200b\u2028')).toBe('Lease 2026 (final)')
  expect(cleanLine('\u200b')).toBe('')
})

test('cleans several lines and keeps at most one empty line in a row', () => {
  expect(cleanLines(' One  line \r\n\n\n\n\u202eTwo\ttabs\n')).toBe('One line\n\nTwo tabs')
})
