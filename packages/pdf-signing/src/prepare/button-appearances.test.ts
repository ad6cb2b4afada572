import { expect, test } from '@jest/globals'
import { radioAppearances } from './button-appearances.ts'

/** The start of each circle: its rightmost point. */
const startsOf = (content: string) => content.match(/[\d.]+ [\d.]+ m/g)

test('a radio button that is not square has a round ring and a round dot in its middle', () => {
  const { off, on } = radioAppearances({ width: 40, height: 21 })
  expect(startsOf(off)).toEqual(['30 10.5 m'])
  expect(startsOf(on)).toEqual(['30 10.5 m', '25.5 10.5 m'])
})
