/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { holdQueryCache, QUERY_DEFAULTS, queryClient, queryFn } from './query-cache.ts'
import { serve, type TestResponse } from './testing/serve.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })

let stop: () => Promise<unknown>

afterEach(async () => {
  client.clear()
  await stop()
})

async function setup(respond: () => TestResponse) {
  const server = await serve(respond)
  stop = server.stop
  visit(server.origin)
  return server
}

test('fetches the first element of the key and never refetches', async () => {
  const { requests } = await setup(() => ({ body: { n: 1 } }))
  const fetchData = () => client.ensureQueryData({ queryKey: ['/api/x', 'ignored'] })
  expect(await fetchData()).toEqual({ n: 1 })
  expect(await fetchData()).toEqual({ n: 1 })
  expect(requests.map(({ url }) => url)).toEqual(['/api/x'])
})

test('does not retry a failure', async () => {
  const { requests } = await setup(() => ({ status: 500, body: 'no' }))
  await expect(client.fetchQuery({ queryKey: ['/api/x'] })).rejects.toThrow('500: no')
  expect(requests).toHaveLength(1)
})

test('throws on 401, or returns null if configured', async () => {
  await setup(() => ({ status: 401 }))
  await expect(client.fetchQuery({ queryKey: ['/api/x'] })).rejects.toThrow('401')
  const lenient = { queryKey: ['/api/y'], queryFn: queryFn('return-null') }
  expect(await client.fetchQuery(lenient)).toBeNull()
})

test('makes the cache available outside components once its code is loaded', async () => {
  const { requests } = await setup(() => ({ body: requests.length }))
  await queryClient.invalidateQueries()
  holdQueryCache(client)
  await client.fetchQuery({ queryKey: ['/api/x'] })
  queryClient.clear()
  expect(await client.ensureQueryData({ queryKey: ['/api/x'] })).toBe(2)
})
