import { expect, test } from '@jest/globals'
import { exif, sampleJpeg, segment } from '../testing/sample-pictures.ts'
import { readJpeg } from './jpeg.ts'

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test('reads the size and keeps what decoders need, byte for byte', () => {
  const tables = [...segment(0xdb, [1, 2, 3]), ...segment(0xc4, [4, 5])]
  const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01')
  const file = sampleJpeg({ before: [...tables, ...adobe] })
  expect(readJpeg(file)).toEqual({
    width: 400,
    height: 300,
    orientation: 1,
    isGray: false,
    isEmbeddable: true,
    bytes: file,
  })
})

test('removes metadata, and what follows the picture', () => {
  const before = [
    ...segment(0xe0, 'JFIF\0 with a preview'),
    ...exif(6),
    ...segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0GPS 47.37 N'),
    ...segment(0xed, 'Photoshop 3.0'),
    ...segment(0xee, 'Adobe and more than colors'),
    ...segment(0xfe, 'A comment'),
  ]
  const found = readJpeg(sampleJpeg({ before, after: 'ftypmp42 a video' }))
  expect(found?.bytes).toEqual(readJpeg(sampleJpeg())?.bytes)
  expect(textOf(found?.bytes ?? new Uint8Array())).not.toMatch(/GPS|JFIF|Exif|Adobe|comment|video/)
})

test.each([
  [6, exif(6)],
  [8, exif(8, true)],
  [1, exif(9)],
  [1, segment(0xe1, 'Exif\0\0MM\0*\xff\xff\xff\xff')],
  [3, [...segment(0xe1, 'Something else'), ...exif(3)]],
])('the orientation is %i', (orientation, before) => {
  expect(readJpeg(sampleJpeg({ before }))?.orientation).toBe(orientation)
})

test.each([
  ['progressive', { marker: 0xc2 }, true],
  ['gray', { colors: 1 }, true],
  ['of four colors', { colors: 4 }, false],
  ['without loss', { marker: 0xc3 }, false],
  ['arithmetic-coded', { marker: 0xc9 }, false],
])('a picture that is %s: can be embedded: %j', (_, options, isEmbeddable) => {
  expect(readJpeg(sampleJpeg(options))?.isEmbeddable).toBe(isEmbeddable)
})

test.each([
  ['ends in its compressed data', sampleJpeg().subarray(0, -3)],
  ['ends in its frame', sampleJpeg().subarray(0, 8)],
  ['has no frame', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)],
  ['has two frames', sampleJpeg({ before: segment(0xc0, [8, 0, 1, 0, 1, 3]) })],
  ['has no width', sampleJpeg({ width: 0 })],
  ['has a segment without length', sampleJpeg({ before: [0xff, 0xda, 0, 0] })],
  ['begins again', sampleJpeg({ before: [0xff, 0xd8] })],
])('refuses a file that %s', (_, bytes) => {
  expect(readJpeg(bytes)).toBeNull()
})
