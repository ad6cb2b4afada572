import { expect, test } from '@jest/globals'
import { formatDomain, hasSeveralAlphabets, sanitizeForDisplay } from './display-text.ts'

test.each([
  ['NUL and ESC', 'a\u0000b\u001b[1A', 'a\uFFFDb\uFFFD[1A'],
  ['a direction override', 'evil\u202egpj', 'evil\uFFFDgpj'],
  ['a closed direction isolate', 'a\u2069b', 'a\uFFFDb'],
  ['a zero-width space', 'a\u200bb', 'a\uFFFDb'],
  ['a soft hyphen and a byte order mark', 'a\u00adb\ufeff', 'a\uFFFDb\uFFFD'],
  ['half of a surrogate pair', 'a\ud800', 'a\uFFFD'],
  ['line breaks', 'a\nb\r\nc\u2028d', 'a ↵ b ↵ c ↵ d'],
  ['padding', `Lease${' '.repeat(200)}✓ Verified`, 'Lease ✓ Verified'],
  ['padding with other spaces', 'a\u00a0\u3000\t\u2003b', 'a b'],
  [
    'combining marks that cover other lines',
    `a${'\u0301'.repeat(40)}b`,
    '\u00e1\u0301\u0301\u0301\u0301\u0301\uFFFDb',
  ],
  ['decomposed letters', 'Zoe\u0308', 'Zo\u00eb'],
])('shows %s visibly on one line', (_description, text, expected) => {
  expect(sanitizeForDisplay(text)).toBe(expected)
})

test('keeps what scripts and emoji need', () => {
  expect(sanitizeForDisplay('\u{1f469}\u200d\u{1f4bb}')).toBe('\u{1f469}\u200d\u{1f4bb}')
})

test('isolates the direction of right-to-left text', () => {
  expect(sanitizeForDisplay('\u05e9\u05dc\u05d5\u05dd 1')).toBe(
    '\u2068\u05e9\u05dc\u05d5\u05dd 1\u2069',
  )
})

test('truncates a long text without breaking a character', () => {
  expect(sanitizeForDisplay('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`)
  expect(sanitizeForDisplay('a'.repeat(200))).toBe('a'.repeat(200))
  expect(sanitizeForDisplay('ab\u{1f469}\u200d\u{1f4bb}cd', 5)).toBe('ab\u{1f469}…')
})

test.each([
  ['acme.example', 'acme.example'],
  ['ACME.example', 'acme.example'],
  // Cyrillic а
  ['\u0430cme.example', 'xn--cme-5cd.example'],
  ['m\u00fcnchen.example', 'xn--mnchen-3ya.example'],
  ['acme.example/evil', 'acme.example/evil'],
  ['\u0430cme.example@evil.example', '\u0430cme.example@evil.example'],
  ['acme\u202e.example', 'acme\uFFFD.example'],
  ['acme.example\u2044evil', 'acme.xn--exampleevil-lx3f'],
  ['', ''],
])('formats the domain %j', (domain, expected) => {
  expect(formatDomain(domain)).toBe(expected)
})

test.each([
  ['Acme Inc. 2026', false],
  ['Zo\u00eb \u00d8rsted', false],
  ['\u042f\u043d\u0434\u0435\u043a\u0441', false],
  ['\u6771\u4eac Acme \u682a\u5f0f\u4f1a\u793e', false],
  ['\u30a2\u30af\u30e1\u30fc', false],
  ['2026', false],
  // Cyrillic А and с
  ['\u0410cme', true],
  ['A\u0441me', true],
  // Greek Α
  ['\u0391cme', true],
  // Mathematical bold A
  ['\u{1d400}cme', true],
])('of %j, whether it has several alphabets is %j', (name, expected) => {
  expect(hasSeveralAlphabets(name)).toBe(expected)
})
