import { createLog } from '@inkproof/service-kit/log'
import { sharedPart, until } from '@inkproof/service-kit/testing/fixture'
import { afterEach, expect, test } from '@jest/globals'
import { createMailQueue } from './mail-queue.ts'
import { PRIORITIES } from './priorities.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test('the queue returns a reset before invitations that were enqueued earlier', async () => {
  const [url, prefix] = [sharedPart('INKPROOF_TEST_REDIS_URL'), `test:${crypto.randomUUID()}`]
  const delivered: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const deliver = async ({ id }: { id: string }) => {
    delivered.push(id)
    await held
  }
  const queue = createMailQueue({ url, prefix, deliver, log: createLog('test', 'silent') })
  stops.push(() => queue.close(5_000))
  await queue.open()
  const enqueue = (id: string, rank: number) =>
    queue.enqueue({ ref: { collection: 'tokens', id }, tries: 0, rank })
  for (let i = 0; i < 20; i += 1) await enqueue(`invitation-${i}`, PRIORITIES.invitation)
  await until(() => delivered.length === 5)
  await enqueue('notice', PRIORITIES.notice)
  await enqueue('reset', PRIORITIES.link)
  release()
  await until(() => delivered.length === 22)
  expect(delivered.slice(5, 7)).toEqual(['reset', 'notice'])
})
