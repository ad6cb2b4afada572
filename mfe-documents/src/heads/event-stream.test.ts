import { expect, test } from '@jest/globals'
import { streamFrom } from '../testing/stream-from.ts'
import { eventData } from './event-stream.ts'

test.each([
  ['one event', ['data: {"a":1}\n\n'], ['{"a":1}']],
  ['an event split into chunks', ['da', 'ta: {"a"', ':1}\n', '\ndata: 2\n\n'], ['{"a":1}', '2']],
  ['CRLF line endings', ['data: 1\r\n\r\ndata: 2\r\n\r\n'], ['1', '2']],
  ['keep-alives and other fields', [': hi\n\nevent: x\nid: 4\ndata: 1\n\n'], ['1']],
  ['several data lines', ['data: 1\ndata: 2\n\n'], ['1\n2']],
  ['no space after the colon', ['data:1\n\n'], ['1']],
  ['an event cut off by a lost connection', ['data: 1\n\ndata: 2\n'], ['1']],
])('reads %s', async (_, chunks, expected) => {
  const body = streamFrom(chunks.map((chunk) => new TextEncoder().encode(chunk)))
  const events: string[] = []
  for await (const data of eventData(body)) events.push(data)
  expect(events).toEqual(expected)
})

test('reassembles a character that is split between two chunks', async () => {
  const bytes = new TextEncoder().encode('data: é\n\n')
  const body = streamFrom([bytes.slice(0, 7), bytes.slice(7)])
  const events: string[] = []
  for await (const data of eventData(body)) events.push(data)
  expect(events).toEqual(['é'])
})
