import { expect, test } from '@jest/globals'
import { collectFromServices, type Page } from './collect-pages.ts'

const record = (text: string) => ({ kind: 'note', text })
const LONG_MS = 600_000
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/**
 * Collects the pages that `createPage` returns. Returns the records, or the code and reason of the error, and the
 * number of requests.
 */
async function collect(createPage: (number: number) => Page, timeoutMs = LONG_MS) {
  let requested = 0
  const fetchPage = async () => {
    requested += 1
    // Ends the collection if no limit applies.
    return requested > 2_000 ? { records: [], next: null } : createPage(requested)
  }
  const result: unknown = await collectFromServices(['svc-notes'], fetchPage, timeoutMs).then(
    (records) => records['svc-notes'],
    ({ code, cause }) => `${code}: ${cause.message}`,
  )
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
  ['a repeated cursor', () => ({ records: [], next: 'same' }), 2, /^UNAVAILABLE: .*same cursor/],
  [
    'a cycle of cursors',
    (number) => ({ records: [], next: `${number % 3}` }),
    4,
    /^UNAVAILABLE: .*same cursor/,
  ],
  [
    'pages without end',
    (number) => ({ records: [], next: `${number}` }),
    1_000,
    /^EXPORT_TOO_LARGE: .*1000 pages/,
  ],
  [
    'pages that are too large',
    (number) => ({ records: [record('x'.repeat(MAX_TOTAL_BYTES / 8))], next: `${number}` }),
    8,
    /^EXPORT_TOO_LARGE: .*67108864 bytes/,
  ],
  [
    'a last page that is too large',
    () => ({ records: [record('x'.repeat(MAX_TOTAL_BYTES))], next: null }),
    1,
    /^EXPORT_TOO_LARGE: .*67108864 bytes/,
  ],
])('rejects %s', async (_description, createPage, pages, message) => {
  const { result, requested } = await collect(createPage)
  expect([requested, result]).toEqual([pages, expect.stringMatching(message)])
})

test('requests no further page after the time limit', async () => {
  let requested = 0
  let endPage: (page: Page) => void = () => undefined
  const fetchPage = async () => {
    requested += 1
    return new Promise<Page>((resolve) => {
      endPage = resolve
    })
  }
  const collecting = collectFromServices(['svc-notes'], fetchPage, 1)
  // Timers of the same duration fire in order, so this page ends after the time limit.
  setTimeout(() => endPage({ records: [], next: '1' }), 1)
  await expect(collecting).rejects.toMatchObject({
    code: 'EXPORT_TOO_LARGE',
    cause: { message: 'not complete within 1 ms' },
  })
  expect(requested).toBe(1)
})

test('requests no further page of other services after one has failed', async () => {
  let requested = 0
  let endPage: (page: Page) => void = () => undefined
  const fetchPage = (service: string) => {
    if (service === 'svc-broken') return Promise.reject(new Error('no response'))
    requested += 1
    return new Promise<Page>((resolve) => {
      endPage = resolve
    })
  }
  const collecting = collectFromServices(['svc-notes', 'svc-broken'], fetchPage, LONG_MS)
  await expect(collecting).rejects.toThrow('no response')
  endPage({ records: [], next: '1' })
  // The next page would be requested before this.
  await new Promise(setImmediate)
  expect(requested).toBe(1)
})
