import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { findCounts, readBrowserCounts } from './browser-counts.ts'

const SINCE = '2026-11-01T12:00:00.000Z'

const part = (name: string, version: string, visits: unknown, failures: unknown) => ({
  ...{ package: name, version, visits, failures },
  ...{ errors: 0, violations: 0, vitals: {} },
})

test('finds the counts of one version', () => {
  const parts = [part('mfe-a', '1', 5, 1), part('mfe-a', '2', 7, 0), part('mfe-b', '2', 9, 0)]
  expect(findCounts({ since: SINCE, parts }, 'mfe-a', '2')).toEqual({
    ...{ since: SINCE, visits: 7, failures: 0 },
  })
  expect(findCounts({ since: SINCE, parts }, 'mfe-b', '1')).toEqual({
    ...{ since: SINCE, visits: 0, failures: 0 },
  })
})

test.each([
  ['no hours', { parts: [] }],
  ['no list of parts', { since: SINCE }],
  ['a missing count', { since: SINCE, parts: [part('mfe-a', '2', 7, undefined)] }],
  ['a count that is no number', { since: SINCE, parts: [part('mfe-a', '2', '7', 0)] }],
  ['a negative count', { since: SINCE, parts: [part('mfe-a', '2', 7, -1)] }],
])('refuses a response with %s', (_, response) => {
  expect(() => findCounts(response, 'mfe-a', '2')).toThrow(
    /since when|contains no list|are malformed/,
  )
})

test('says which address cannot be read, and why', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  await expect(readBrowserCounts(`http://127.0.0.1:${port}`, 'mfe-a', '2')).rejects.toThrow(
    new RegExp(`^http://127.0.0.1:${port}/api/content/browser-reports cannot be read: .*REFUSED`),
  )
})
