/** How a canary ends, depending on the responses of the service that counts reports. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { publishTestSlice } from '../testing/publish-test-slice.ts'
import { runCanary } from './canary.ts'
import { readVariants } from './variants.ts'

const SLICE = 'mfe-auth'
const SINCE = '2026-11-01T12:00:00.000Z'

type Answer = { visits: number; failures: number } | { status: number }

/** The response to the command's first request, which only finds out whether the reports can be read. */
const NOT_COUNTED = { visits: 90, failures: 90 }

let out: string
let server: Server
let answers: Answer[]

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'inkproof-canary-'))
  await publishTestSlice(out, SLICE, '1')
  server = createServer((_request, response) => {
    const answer = answers.shift() ?? { status: 503 }
    if ('status' in answer) response.writeHead(answer.status, { 'retry-after': '40' }).end()
    else {
      const part = { package: SLICE, version: '1', ...answer }
      response.end(JSON.stringify({ since: SINCE, parts: [part] }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(out, { recursive: true })
})

function run() {
  const { port } = server.address() as AddressInfo
  const limits = { percent: 50, thresholdPercent: 2, minFailures: 3, minVisits: 20 }
  const times = { durationMs: 3_600_000, pollMs: 1, unreadableMs: 60_000 }
  const origin = `http://127.0.0.1:${port}`
  const options = { out, test: false, build: false }
  const signal = new AbortController().signal
  return runCanary(`${SLICE}@1`, { ...limits, ...times, origin, signal }, options)
}

test('counts only reports since its start, also if a reading is older than the one before', async () => {
  answers = [
    NOT_COUNTED,
    { visits: 20, failures: 20 },
    { visits: 10, failures: 10 },
    { visits: 20, failures: 20 },
    { visits: 22, failures: 22 },
    { visits: 20, failures: 20 },
    { visits: 25, failures: 23 },
  ]
  await expect(run()).rejects.toThrow('browsers reported failures in 3 of 5 visits')
  expect(answers).toEqual([])
})

test('continues when it was refused for too many requests', async () => {
  answers = [NOT_COUNTED, { visits: 0, failures: 0 }, { status: 429 }, { visits: 5, failures: 5 }]
  await expect(run()).rejects.toThrow('browsers reported failures in 5 of 5 visits')
})

test('does not start when it is refused for too many requests, and says when to try again', async () => {
  answers = [{ status: 429 }]
  await expect(run()).rejects.toThrow(
    /browser-reports cannot be read: too many requests from this address; try again in 40 s; --origin/,
  )
  expect(await readVariants(out)).toEqual([])
})
