import { expect, test } from '@jest/globals'
import { collectPages, type Page } from './collect-pages.ts'

const NEVER = new AbortController().signal
const record = (text: string) => ({ kind: 'note', text })

/** Collects numbered pages with these records and cursors. Returns the result and the number of pages requested. */
async function collect(
  createPage: (number: number) => Page,
  deadline: AbortSignal = NEVER,
): Promise<{ result: unknown; requested: number }> {
  let requested = 0
  const fetchPage = async () => {
    requested += 1
    // Ends a collection without limits.
    return requested > 2_000 ? { records: [], next: null } : createPage(requested)
  }
  const result = await collectPages(fetchPage, deadline).catch((error) => error.cause.message)
  return { result, requested }
}

test('returns the records of all pages in order', async () => {
  const { result } = await collect((number) => ({
    records: [record(`${number}`)],
    next: number < 3 ? `${number}` : null,
  }))
  expect(result).toEqual([record('1'), record('2'), record('3')])
})

test.each<[string, (number: number) => Page, number, RegExp]>([
  ['a repeated cursor', () => ({ records: [], next: 'same' }), 2, /same cursor/],
  ['a cycle of cursors', (number) => ({ records: [], next: `${number % 3}` }), 4, /same cursor/],
  ['pages without end', (number) => ({ records: [], next: `${number}` }), 1_000, /1000 pages/],
  [
    'too large pages',
    (number) => ({ records: [record('x'.repeat(8 * 1024 * 1024))], next: `${number}` }),
    8,
    /67108864 bytes/,
  ],
])('rejects %s', async (_description, createPage, pages, message) => {
  const { result, requested } = await collect(createPage)
  expect([requested, result]).toEqual([pages, expect.stringMatching(message)])
})

test('requests no further page after the deadline', async () => {
  const { result, requested } = await collect(
    (number) => ({ records: [], next: `${number}` }),
    AbortSignal.abort(),
  )
  expect([requested, result]).toEqual([1, 'not complete before the deadline'])
})
