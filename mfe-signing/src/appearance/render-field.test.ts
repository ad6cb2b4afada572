import { type Path, parseAppearance, type Segment } from '@inkproof/signing/appearance-stream'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { serveFonts } from '../testing/serve-fonts.ts'
import { type Mark, makeMark } from './mark.ts'
import { renderField } from './render-field.ts'
import { MissingCharacters, TextDoesNotFit } from './text-errors.ts'

const SIZE = { width: 180, height: 40 }
const AT = new Date('2026-11-26T14:03:59Z')

let fonts: ReturnType<typeof serveFonts>
beforeEach(() => {
  fonts = serveFonts()
})
afterEach(() => fonts.restore())

test('a signature fills its field, keeps its proportions and has a caption', async () => {
  const caption = { name: 'Jane Roe', at: AT }
  const stream = await renderField({ type: 'signature', value: square(), size: SIZE, caption })
  const [signature, line, text, ...others] = parseAppearance(stream, SIZE)
  expect(others).toEqual([])
  const { bottom, height, left, width } = boundsOf([signature])
  expect(width).toBeCloseTo(height, 1)
  expect([left, bottom + height]).toEqual([2, 38])
  expect(line?.paint.type).toBe('stroke')
  expect(bottom).toBeGreaterThan(boundsOf([line]).bottom)
  expect(boundsOf([text]).bottom + boundsOf([text]).height).toBeLessThan(boundsOf([line]).bottom)
})

test('a signature in a low field has no caption', async () => {
  const size = { width: 120, height: 24 }
  const caption = { name: 'Jane Roe', at: AT }
  const stream = await renderField({ type: 'signature', value: square(), size, caption })
  expect(parseAppearance(stream, size)).toHaveLength(1)
  expect(fonts.fetched).toEqual([])
})

test('the caption of a narrow field, and of a name that no font has, says only the time', async () => {
  const drawText = async (width: number, name: string) => {
    const size = { width, height: 40 }
    const caption = { name, at: AT }
    const stream = await renderField({ type: 'signature', value: square(), size, caption })
    const [, , text] = parseAppearance(stream, size)
    return text?.segments.length
  }
  const [full = 0, unknown = 0, narrow, tiny] = await Promise.all([
    drawText(180, 'Jane Roe'),
    drawText(180, '山田太郎'),
    drawText(60, 'Jane Roe'),
    drawText(40, 'Jane Roe'),
  ])
  expect(unknown).toBeLessThan(full)
  expect([narrow, tiny]).toEqual([unknown, undefined])
})

test.each(['initials', 'stamp'] as const)(
  'the picture of the type %s is centred, in proportion and without a caption',
  async (type) => {
    const caption = { name: 'Jane Roe', at: AT }
    const stream = await renderField({ type, value: square(), size: SIZE, caption })
    const paths = parseAppearance(stream, SIZE)
    expect(paths).toHaveLength(1)
    const { height, left, width } = boundsOf(paths)
    expect(left).toBeCloseTo((180 - 36) / 2, 1)
    expect(width).toBeCloseTo(height, 1)
  },
)

test.each([
  [180, 30],
  [60, 20],
])('the name and the size of a file fit into %s × %s points', async (width, height) => {
  const size = { width, height }
  const draw = (fileName: string) =>
    renderField({ type: 'attachment', value: { fileName, size: 1_234_567 }, size })
  for (const name of ['passport.pdf', `${'scan'.repeat(60)}.pdf`, '护照.pdf'])
    expect(parseAppearance(await draw(name), size)).toHaveLength(1)
  expect(await draw('passport.pdf')).not.toEqual(await draw('permit.pdf'))
})

const VALUES = [
  ['text', 'Größe 12½ m² – “quoted”'],
  ['name', 'Łukasz Żółć'],
  ['name', 'Пётр Ильич'],
  ['name', 'Αλέξανδρος Ἀθηνᾶ'],
  ['name', 'Nguyễn Thị Ngọc'],
  ['email', 'jane@example.com'],
  ['number', '-12.50'],
  ['date', '2026-11-26'],
] as const

test.each(VALUES)('a %s shows %s, left-aligned and in the middle', async (type, value) => {
  const stream = await renderField({ type, value, size: SIZE })
  const { bottom, height, left } = boundsOf(parseAppearance(stream, SIZE))
  expect(Math.abs(left - 2.5)).toBeLessThan(1.5)
  expect(Math.abs(bottom + height / 2 - 20)).toBeLessThan(2)
})

test('fetches only the fonts of the characters, and each once', async () => {
  await renderField({ type: 'text', value: '€ £', size: SIZE })
  await renderField({ type: 'text', value: 'abc', size: SIZE })
  expect(fonts.fetched).toEqual([])
  await renderField({ type: 'text', value: 'नमस्ते', size: SIZE })
  expect(fonts.fetched).toEqual([
    '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff2',
  ])
})

test('a long text becomes smaller', async () => {
  const low = { width: 100, height: 12 }
  const [short, long] = await Promise.all(
    ['Jane', 'Jane Elizabeth Roe, Director'].map(async (value) =>
      boundsOf(parseAppearance(await renderField({ type: 'text', value, size: low }), low)),
    ),
  )
  expect(long?.height).toBeLessThan(short?.height ?? 0)
  expect(long?.width).toBeLessThanOrEqual(96)
})

test('a long text is set in several lines if the field is high', async () => {
  const size = { width: 100, height: 60 }
  const value = 'The tenant may keep one small dog, but no cat.\nNo smoking.'
  const { height, width } = boundsOf(
    parseAppearance(await renderField({ type: 'text', value, size }), size),
  )
  expect(height).toBeGreaterThan(30)
  expect(width).toBeLessThanOrEqual(96)
})

test('refuses a text that does not fit in 4 pt, or that needs too long a stream', async () => {
  for (const [value, size] of [
    ['a'.repeat(200), SIZE],
    ['word '.repeat(2000), { width: 600, height: 800 }],
  ] as const) {
    await expect(renderField({ type: 'text', value, size })).rejects.toBeInstanceOf(TextDoesNotFit)
  }
})

test('says which characters no font has', async () => {
  const error: unknown = await renderField({
    type: 'name',
    value: '山田 Yamada 山',
    size: SIZE,
  }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(MissingCharacters)
  expect((error as MissingCharacters).characters).toEqual(['山', '田'])
})

test('tries again to fetch a font after a failure', async () => {
  const field = { type: 'text', value: 'Ѩ', size: SIZE } as const
  fonts.state.isOnline = false
  await expect(renderField(field)).rejects.toBeInstanceOf(TypeError)
  fonts.state.isOnline = true
  expect(parseAppearance(await renderField(field), SIZE)).toHaveLength(1)
})

/** A filled square. */
function square(): Mark {
  const segments: Segment[] = [
    ['move', 10, 10],
    ['line', 20, 10],
    ['line', 20, 20],
    ['line', 10, 20],
    ['close'],
  ]
  const mark = makeMark([segments], 'nonzero')
  if (mark === null) throw new Error('The square is empty.')
  return mark
}

function boundsOf(paths: readonly (Path | undefined)[]) {
  const numbers = paths.flatMap((path) =>
    (path?.segments ?? []).flatMap(([, ...coordinates]) => coordinates as number[]),
  )
  const xs = numbers.filter((_, i) => i % 2 === 0)
  const ys = numbers.filter((_, i) => i % 2 === 1)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  return { left, bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom }
}
