import { expect, test } from '@jest/globals'
import { buttonColors, contrast, isAdjusted } from './brand-color.ts'
import { BrandColor, LegalUrl } from './branding.ts'

test.each([
  'https://example.com',
  'https://legal.example.com/privacy?lang=de#top',
  'https://xn--bcher-kva.example/impressum',
])('%s can be a legal link', (url) => {
  expect(LegalUrl.safeParse(url).success).toBe(true)
})

test.each([
  ['another scheme', 'http://example.com'],
  ['a script', 'javascript:alert(1)//https://example.com'],
  ['a user name that looks like a host', 'https://bank.example@evil.example/'],
  ['a port', 'https://example.com:8443/'],
  ['an IP address', 'https://192.0.2.1/'],
  ['an IP address of version 6', 'https://[2001:db8::1]/'],
  ['a name without a dot', 'https://localhost/'],
  ['a backslash', 'https://bank.example\\@evil.example/'],
  ['a space', 'https://example.com/a b'],
  ['a direction character', 'https://example.com/\u202egpj.exe'],
  ['no host', 'https:///privacy'],
  ['more than 300 characters', `https://example.com/${'a'.repeat(300)}`],
])('an address with %s cannot be a legal link', (_name, url) => {
  expect(LegalUrl.safeParse(url).success).toBe(false)
})

test.each(['#fff', '#1A2B3C', 'red', '#1a2b3c80', '#1a2b3c;background:url(x)', ' #1a2b3c'])(
  '%j is not a color',
  (color) => {
    expect(BrandColor.safeParse(color).success).toBe(false)
  },
)

/** Every color whose channels are multiples of 51, and two in which white and black text are nearly equal. */
const COLORS = [
  ...Array.from({ length: 216 }, (_, i) =>
    [Math.floor(i / 36), Math.floor(i / 6) % 6, i % 6]
      .map((step) => (step * 51).toString(16).padStart(2, '0'))
      .join(''),
  ).map((hex) => `#${hex}`),
  '#757575',
  '#767676',
]

test.each([
  ['light', ['#f1f0ee', '#ffffff']],
  ['dark', ['#1b1d22', '#06070a']],
] as const)('in the %s theme, every color is readable and stands out', (theme, surfaces) => {
  for (const color of COLORS) {
    const { fill, hover, text } = buttonColors(color, theme)
    for (const background of [fill, hover])
      expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
    for (const surface of surfaces) expect(contrast(fill, surface)).toBeGreaterThanOrEqual(3)
  }
})

test('a color that stands out in both themes stays as it is; others are adjusted', () => {
  expect(buttonColors('#d83a2e', 'light').fill).toBe('#d83a2e')
  expect(['#d83a2e', '#ffee00', '#0a0a30'].map(isAdjusted)).toEqual([false, true, true])
  expect(contrast('#ffffff', '#000000')).toBe(21)
})
