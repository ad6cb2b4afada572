import { Heads } from '@inkproof/protocol/log'
import { expect, test } from '@jest/globals'
import { startSystem } from '../testing/system.ts'

/** Yields each of the heads that the stream sends. */
async function* parseHeads(body: ReadableStream<Uint8Array>): AsyncGenerator<Heads> {
  let text = ''
  for await (const bytes of body) {
    text += Buffer.from(bytes).toString()
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) yield Heads.parse(JSON.parse(event.slice(6)))
    }
  }
}

test('streams every change of the heads until an entry is final, and ends when the service stops', async () => {
  const system = await startSystem()
  const token = await system.installation.signIn()
  const stream = await fetch(`http://127.0.0.1:${system.api.port}/api/v1/log/events`)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const { index } = await system.client.certify(token)
  const seen: Heads[] = []
  let stopping: Promise<void> | undefined
  for await (const heads of parseHeads(stream.body as ReadableStream<Uint8Array>)) {
    seen.push(heads)
    const isFinal = (heads.anchor?.size ?? 0) > index && (heads.anchor?.confirmations ?? 0) >= 2
    if (isFinal) stopping ??= system.stop()
  }
  await stopping
  const logged = seen.findIndex(({ checkpoint }) => (checkpoint?.size ?? 0) > index)
  const anchored = seen.findIndex(({ anchor }) => (anchor?.size ?? 0) > index)
  expect(logged).toBeGreaterThanOrEqual(0)
  expect(anchored).toBeGreaterThan(logged)
  expect(seen.at(-1)?.chain).toMatchObject({ id: 31_337, embedded: true })
})
