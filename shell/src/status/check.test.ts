/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { createHash, webcrypto } from 'node:crypto'
import type { PublishedSlice } from '@inkproof/slice'
import { type ReceivedRequest, serve, type TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, beforeAll, expect, test } from '@jest/globals'
import { checkFiles, checkService } from './check.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const ENTRY = '/slices/mfe-x/1/entry.js'
const CODE = 'export const released = true'

let stop: () => Promise<unknown>

beforeAll(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
})
afterEach(() => stop())

test.each(['sha256', 'sha384', 'sha512'])(
  'a slice whose file matches its %s hash in the release is ready',
  async (algorithm) => {
    await setup(() => ({ body: CODE }))
    const health = await checkFiles(createSlice(`${algorithm}-${hash(algorithm)}`))
    expect(health).toMatchObject({ name: 'x', isReady: true, reason: 'Version 1' })
  },
)

test.each([
  ['a modified file', 'sha256', 'export const released = false'],
  ['an unknown hash algorithm', 'md5', CODE],
])('reports which file differs for a slice with %s', async (_what, algorithm, body) => {
  await setup(() => ({ body }))
  const health = await checkFiles(createSlice(`${algorithm}-${hash(algorithm)}`))
  expect(health).toMatchObject({
    isReady: false,
    reason: `${ENTRY} differs from the released file.`,
  })
})

test('a slice whose file is missing reports the response status', async () => {
  await setup(() => ({ status: 404 }))
  const health = await checkFiles(createSlice(`sha256-${hash('sha256')}`))
  expect(health).toMatchObject({ isReady: false, reason: `${ENTRY} returned status 404.` })
})

test.each([
  ['ready', 200, true, 'Ready'],
  ['not ready', 503, false, 'Not ready. Details are in its log.'],
])('a service that is %s', async (_state, status, ready, reason) => {
  await setup(() => ({ status, body: { service: 'svc-auth', ready, dependencies: [] } }))
  expect(await checkService('auth')).toMatchObject({ isReady: ready, reason })
})

test('reports a service that does not respond', async () => {
  await setup(() => ({ status: 502, body: 'Bad gateway' }))
  expect(await checkService('auth')).toMatchObject({
    isReady: false,
    reason: 'No response.',
  })
})

async function setup(respond: (request: ReceivedRequest) => TestResponse) {
  const server = await serve(respond)
  stop = server.stop
  visit(server.origin)
}

function hash(algorithm: string): string {
  return createHash(algorithm).update(CODE).digest('base64')
}

function createSlice(integrity: string): PublishedSlice {
  const nothing = { nav: [], fills: [], requires: {}, pages: {}, paths: [] }
  const names = { name: 'mfe_x', id: 'x', contract: 1 as const, package: 'mfe-x', version: '1' }
  return { ...names, ...nothing, entry: ENTRY, preload: [], integrity: { [ENTRY]: integrity } }
}
