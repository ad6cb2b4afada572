import { expect, test } from '@jest/globals'
import { streamOf } from '../testing/stream-of.ts'
import { eventData } from './event-stream.ts'

test.each([
  ['one event', ['data: {"a":1}\n\n'], ['{"a":1}']],
  ['an event cut into pieces', ['da', 'ta: {"a"', ':1}\n', '\ndata: 2\n\n'], ['{"a":1}', '2']],
  ['other line ends', ['data: 1\r\n\r\ndata: 2\r\n\r\n'], ['1', '2']],
  ['keep-alives and other fields', [': hi\n\nevent: x\nid: 4\ndata: 1\n\n'], ['1']],
  ['several data lines', ['data: 1\ndata: 2\n\n'], ['1\n2']],
  ['no space after the colon', ['data:1\n\n'], ['1']],
  ['an event the connection broke off in', ['data: 1\n\ndata: 2\n'], ['1']],
])('reads %s', async (_, pieces, expected) => {
  const body = streamOf(pieces.map((piece) => new TextEncoder().encode(piece)))
  const found: string[] = []
  for await (const data of eventData(body)) found.push(data)
  expect(found).toEqual(expected)
})

test('reassembles a character that is split between two chunks', async () => {
  const bytes = new TextEncoder().encode('data: é\n\n')
  const body = streamOf([bytes.slice(0, 7), bytes.slice(7)])
  const found: string[] = []
  for await (const data of eventData(body)) found.push(data)
  expect(found).toEqual(['é'])
})
