import { formatAppearance, MAX_APPEARANCE_BYTES } from '@inkproof/signing/appearance-stream'
import { expect, test } from '@jest/globals'
import { makeDrawnMark, type Stroke } from './drawn-mark.ts'

const LINE: Stroke = Array.from({ length: 50 }, (_, i) => [i * 4, 20 + 10 * Math.sin(i / 4)])

test('each stroke becomes a filled outline', () => {
  const mark = makeDrawnMark([LINE, LINE.map(([x, y]) => [x, y + 50])])
  expect(mark?.paths.map(({ paint }) => paint.type)).toEqual(['fill', 'fill'])
  expect(mark?.size.width).toBeCloseTo(400, 5)
})

test('what is drawn further up is further up in the mark', () => {
  const mark = makeDrawnMark([LINE, LINE.map(([x, y]) => [x, y + 50])])
  const [first, second] = (mark?.paths ?? []).map(({ segments }) => segments[0]?.[2] ?? 0)
  expect(first).toBeGreaterThan(second ?? 0)
})

test('a click draws a dot', () => {
  const { height = 0, width } = makeDrawnMark([[[10, 10]]])?.size ?? {}
  expect(width).toBeGreaterThan(0)
  expect(width).toBeCloseTo(height, 0)
})

test('nothing drawn is no mark', () => {
  expect(makeDrawnMark([])).toBeNull()
})

test('a long drawing fits into a stream', () => {
  const strokes = Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 200 }, (_, i) => [i * 3, row * 12 + 5 * Math.sin(i)] as const),
  )
  const stream = formatAppearance(makeDrawnMark(strokes)?.paths ?? [])
  expect(stream.length).toBeLessThan(MAX_APPEARANCE_BYTES)
})
