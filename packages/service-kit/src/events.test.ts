import { afterEach, expect, test } from '@jest/globals'
import { Router } from 'express'
import { createEventStreams } from './events.ts'
import { createLog } from './log.ts'
import { type RunningService, startService } from './service.ts'
import { until } from './testing/fixture.ts'
import { startTickClock } from './testing/tick-clock.ts'

let service: RunningService
afterEach(() => service.stop())

test('sends each event as one JSON frame', async () => {
  const { response, streams } = await setup()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await until(() => streams.count === 1)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  let text = ''
  while (!text.includes('"line\\n2"')) text += (await reader?.read())?.value ?? ''
  expect(text).toBe('retry: 2000\n\ndata: {"size":1}\n\ndata: "line\\n2"\n\n')
  await reader?.cancel()
})

test('removes a client that has disconnected', async () => {
  const { response, streams, closed } = await setup()
  await until(() => streams.count === 1)
  await response.body?.cancel()
  await until(() => streams.count === 0)
  expect(closed()).toBe(1)
})

test('closes the streams when the service stops, without waiting for clients', async () => {
  const { response, streams } = await setup()
  await until(() => streams.count === 1)
  const clock = startTickClock()
  await Promise.all([service.stop(), response.text()])
  expect(clock.stop()).toBeLessThan(2_000)
})

async function setup() {
  const streams = createEventStreams()
  let closed = 0
  const router = Router().get('/events', (_req, res) => {
    const stream = streams.open(res, () => void closed++)
    stream.send({ size: 1 })
    stream.send('line\n2')
  })
  const config = { PORT: 0, HOST: '127.0.0.1', TRUSTED_HOPS: 1 }
  const log = createLog('test', 'silent')
  service = await startService({
    name: 'test',
    config,
    log,
    dependencies: [],
    mounts: [['/', router]],
    streams,
  })
  await service.ready
  const response = await fetch(`http://127.0.0.1:${service.port}/events`)
  return { response, streams, closed: () => closed }
}
