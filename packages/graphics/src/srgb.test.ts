import { expect, test } from '@jest/globals'
import { oklchToSrgb } from './srgb.ts'

// The corners of sRGB, converted to OKLCH by the sample code of CSS Color 4 and rounded.
test.each([
  ['white', { lightness: 1, chroma: 0, hue: 0 }, '#ffffff'],
  ['black', { lightness: 0, chroma: 0, hue: 0 }, '#000000'],
  ['red', { lightness: 0.62796, chroma: 0.25768, hue: 29.23388 }, '#ff0000'],
  ['lime', { lightness: 0.86644, chroma: 0.29483, hue: 142.49535 }, '#00ff00'],
  ['blue', { lightness: 0.45201, chroma: 0.31321, hue: 264.05202 }, '#0000ff'],
  ['green', { lightness: 0.51975, chroma: 0.17686, hue: 142.49535 }, '#008000'],
])('converts %s', (_name, color, hex) => {
  expect(oklchToSrgb(color)).toBe(hex)
})

test('clips each component of a color outside sRGB', () => {
  expect(oklchToSrgb({ lightness: 0.775, chroma: 0.4, hue: 145 })).toMatch(/^#00[1-9a-f]{2}00$/)
  expect(oklchToSrgb({ lightness: 1.2, chroma: 0, hue: 0 })).toBe('#ffffff')
})
