/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { BrowserReport } from '@inkproof/protocol/browser-reports'
import { MAX_REPORTED_PARTS } from '@inkproof/protocol/report-limits'
import type { PublishedSlice } from '@inkproof/slice'
import { serve } from '@inkproof/slice/testing/serve'
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { useRegistry } from '../slices/registry.ts'
import { record, recordFailed, watchErrors } from './incidents.ts'
import { startReports } from './start-reports.ts'
import type { OnVital } from './vitals.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const slice = (id: string, paths: string[] = []) =>
  ({ id, package: `mfe-${id}`, version: '0.1.0-v', paths }) as unknown as PublishedSlice
const [CONTENT, AUTH] = [slice('content', ['/blog']), slice('auth')]

let server: Awaited<ReturnType<typeof serve>>
let measure: OnVital

beforeAll(() => {
  Object.defineProperty(performance, 'getEntriesByType', { value: () => [] })
  watchErrors()
})
beforeEach(async () => {
  server = await serve(() => ({ status: 204 }))
  visit(`${server.origin}/blog`)
  document.head.innerHTML = '<meta name="release" content="0.1.0-shell">'
  document.body.innerHTML = '<div data-slice="auth"><b></b></div><header></header>'
  useRegistry.setState({ slices: [CONTENT, AUTH] })
})
afterEach(async () => {
  jest.useRealTimers()
  setOnline(true)
  await server.stop()
})
afterAll(() => setVisibility('visible'))

const start = () =>
  startReports((onVital) => {
    measure = onVital
  })

function setVisibility(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

function setOnline(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
}

/** Hides the page and shows it again; returns all reports so far, by the names of their parts. */
async function hide(expectedRequests: number) {
  setVisibility('hidden')
  setVisibility('visible')
  await waitFor(() => expect(server.requests).toHaveLength(expectedRequests))
  return reports()
}

function reports() {
  return server.requests.map(({ body }) => {
    const { parts } = BrowserReport.parse(JSON.parse(body))
    return Object.fromEntries(parts.map(({ package: name, ...part }) => [name, part]))
  })
}

test('reports what happened before and after the start, once the page is hidden', async () => {
  record({ kind: 'load', slice: CONTENT })
  start()
  record({ kind: 'load', slice: AUTH })
  const [report] = await hide(1)
  const visited = { visits: 1, failures: 0, errors: 0, violations: 0 }
  expect(report).toEqual({
    shell: { version: '0.1.0-shell', ...visited },
    'mfe-content': { version: '0.1.0-v', ...visited },
    'mfe-auth': { version: '0.1.0-v', ...visited },
  })
  const [request] = server.requests
  expect(request).toMatchObject({ method: 'POST', url: '/api/content/browser-reports' })
  expect(request?.headers['content-type']).toBe('application/json')
})

test('reports nothing when the page is hidden again without news', async () => {
  start()
  await hide(1)
  setVisibility('hidden')
  record({ kind: 'load', slice: AUTH })
  setVisibility('visible')
  record({ kind: 'load', slice: CONTENT })
  const [, second] = await hide(2)
  expect(Object.keys(second ?? {})).toEqual(['mfe-auth', 'mfe-content'])
})

test('reports failures while the page is open, those of one second together', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  start()
  const failure = Promise.reject(new Error('missing'))
  await expect(failure.catch(recordFailed('content'))).rejects.toThrow('missing')
  jest.advanceTimersByTime(600)
  record({ kind: 'failure', sliceId: 'auth' })
  record({ kind: 'failure', sliceId: 'auth' })
  jest.advanceTimersByTime(399)
  record({ kind: 'failure' })
  jest.advanceTimersByTime(1)
  jest.useRealTimers()
  await waitFor(() => expect(server.requests).toHaveLength(1))
  expect(reports()[0]).toMatchObject({
    shell: { visits: 1, failures: 1 },
    'mfe-content': { visits: 1, failures: 1 },
    'mfe-auth': { visits: 1, failures: 1 },
  })
  // Already counted, so nothing more is sent.
  record({ kind: 'failure', sliceId: 'auth' })
  record({ kind: 'load', slice: slice('documents') })
  const [, second] = await hide(2)
  expect(Object.keys(second ?? {})).toEqual(['mfe-documents'])
})

test('ignores what happens while the browser is offline', async () => {
  start()
  setOnline(false)
  record({ kind: 'failure', sliceId: 'content' })
  setOnline(true)
  const [report] = await hide(1)
  expect(Object.keys(report ?? {})).toEqual(['shell'])
})

test('counts uncaught errors of the page', async () => {
  start()
  const filename = `${location.origin}/slices/mfe-content/0.1.0-v/slice.js`
  dispatchEvent(new ErrorEvent('error', { filename, message: 'secret' }))
  const [report] = await hide(1)
  expect(report).toMatchObject({ 'mfe-content': { errors: 1 } })
  expect(server.requests[0]?.body).not.toContain('secret')
})

test('measurements belong to the shell, and to the slice in which they were made', async () => {
  start()
  measure('lcp', 900, undefined)
  measure('inp', 40, document.querySelector('b'))
  measure('cls', 0.2, document.querySelector('header'))
  const [report] = await hide(1)
  expect(report).toMatchObject({
    shell: { vitals: { lcp: 900, inp: 40, cls: 0.2 } },
    'mfe-content': { vitals: { lcp: 900 } },
    'mfe-auth': { vitals: { inp: 40 } },
  })
  expect(report?.['mfe-content']?.vitals).toEqual({ lcp: 900 })
})

test('a visit with many slices sends several reports', async () => {
  start()
  for (let i = 1; i <= MAX_REPORTED_PARTS; i += 1)
    record({ kind: 'load', slice: slice(`number-${i}`) })
  const [first, second] = await hide(2)
  const sizes = [first, second].map((report) => Object.keys(report ?? {}).length)
  expect(sizes.toSorted()).toEqual([1, MAX_REPORTED_PARTS])
})
