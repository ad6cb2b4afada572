/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { ServerResponse } from 'node:http'
import type { Heads } from '@inkproof/protocol/log'
import { afterEach, expect, test } from '@jest/globals'
import { headsWith } from '../testing/heads.ts'
import { type StubResponse, startService } from '../testing/service.ts'
import { followHeads, useHeads } from './heads.store.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  useHeads.setState({ status: 'loading' }, true)
})

test('publishes each state as it arrives', async () => {
  const { streams } = await setup()
  write(await streams.next(), headsWith({ logged: 1 }))
  await waitForState((state) => state.status === 'live')
  write(streams.last(), headsWith({ logged: 1, anchored: 1 }))
  const state = await waitForState((state) => 'heads' in state && state.heads.anchor !== null)
  expect(state).toMatchObject({ status: 'live', heads: { settled: { size: 1 } } })
})

test('reopens a connection that ends', async () => {
  const { streams } = await setup()
  write(await streams.next(), headsWith({ logged: 1 }))
  await waitForState((state) => state.status === 'live')
  streams.last().end()
  write(await streams.next(), headsWith({ logged: 2 }))
  const state = await waitForState(
    (state) => 'heads' in state && state.heads.checkpoint?.size === 2,
  )
  expect(state.status).toBe('live')
})

test('polls the heads if the event stream fails', async () => {
  const { requests } = await setup({
    events: { status: 503 },
    heads: { body: headsWith({ logged: 4 }) },
  })
  const state = await waitForState((state) => state.status === 'polling')
  expect(state).toMatchObject({ heads: { checkpoint: { size: 4 } } })
  expect(requests.filter(({ path }) => path === '/api/v1/log/events').length).toBeGreaterThan(1)
})

test('keeps showing the last state, marked as stale, when nothing responds any more', async () => {
  const { streams, breakDown } = await setup()
  write(await streams.next(), headsWith({ logged: 1 }))
  await waitForState((state) => state.status === 'live')
  breakDown()
  const state = await waitForState((state) => state.status === 'stale')
  expect(state).toMatchObject({ heads: { checkpoint: { size: 1 } } })
})

test('reports a record that never responded', async () => {
  await setup({ events: { status: 503, body: 'Try again in a few seconds.' } })
  const state = await waitForState((state) => state.status === 'unreachable')
  expect(state).toMatchObject({ reason: 'Try again in a few seconds.' })
})

test('two subscribers share one connection, and the last one to stop closes it', async () => {
  const { streams, requests, stopFollowing } = await setup()
  const stopSecond = followHeads()
  const stream = await streams.next()
  write(stream, headsWith({ logged: 1 }))
  await waitForState((state) => state.status === 'live')
  const closed = new Promise((resolve) => stream.on('close', resolve))
  stopFollowing()
  write(stream, headsWith({ logged: 2 }))
  await waitForState((state) => 'heads' in state && state.heads.checkpoint?.size === 2)
  stopSecond()
  await closed
  expect(requests).toHaveLength(1)
})

async function setup({ events, heads }: { events?: StubResponse; heads?: StubResponse } = {}) {
  const open: ServerResponse[] = []
  const waiting: ((stream: ServerResponse) => void)[] = []
  let isDown = false
  const service = await startService(({ path }, outgoing) => {
    if (isDown) return 'drop'
    if (path === '/api/v1/log/heads')
      return heads ?? { status: 503, body: 'Try again in a few seconds.' }
    if (events !== undefined) return events
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.flushHeaders()
    open.push(outgoing)
    waiting.shift()?.(outgoing)
    return undefined
  })
  cleanups.push(service.stop)
  const stopFollowing = followHeads()
  cleanups.push(stopFollowing)
  let seen = 0
  const streams = {
    last: () => open.at(-1) as ServerResponse,
    next: async (): Promise<ServerResponse> => {
      const ready = open[seen]
      seen += 1
      return ready ?? new Promise((resolve) => waiting.push(resolve))
    },
  }
  const breakDown = () => {
    isDown = true
    for (const stream of open) stream.destroy()
  }
  return { requests: service.requests, streams, stopFollowing, breakDown }
}

function write(stream: ServerResponse, heads: Heads): void {
  stream.write(`data: ${JSON.stringify(heads)}\n\n`)
}

type State = ReturnType<typeof useHeads.getState>

function waitForState(matches: (state: State) => boolean): Promise<State> {
  return new Promise((resolve) => {
    const current = useHeads.getState()
    if (matches(current)) return resolve(current)
    const stop = useHeads.subscribe((state) => {
      if (!matches(state)) return
      stop()
      resolve(state)
    })
  })
}
