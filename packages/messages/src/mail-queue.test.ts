import { createLog } from '@inkproof/service-kit/log'
import { sharedServiceUrl, until } from '@inkproof/service-kit/testing/fixture'
import { afterEach, expect, test } from '@jest/globals'
import { createMailQueue } from './mail-queue.ts'
import { PRIORITIES } from './priorities.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test('delivers a password reset before invitations that were enqueued earlier', async () => {
  const [redis, prefix] = [
    sharedServiceUrl('INKPROOF_TEST_REDIS_URL'),
    `test:${crypto.randomUUID()}`,
  ]
  const delivered: string[] = []
  let unblock: () => void = () => undefined
  const blocked = new Promise<void>((resolve) => {
    unblock = resolve
  })
  const deliver = async ({ id }: { id: string }) => {
    delivered.push(id)
    await blocked
  }
  const queue = createMailQueue({ redis, prefix, deliver, log: createLog('test', 'silent') })
  stops.push(() => queue.close(5_000))
  await queue.open()
  const enqueue = (id: string, rank: number) =>
    queue.enqueue({ ref: { collection: 'tokens', id }, tries: 0, rank })
  for (let index = 0; index < 20; index += 1)
    await enqueue(`invitation-${index}`, PRIORITIES.invitation)
  await until(() => delivered.length === 5)
  await enqueue('notice', PRIORITIES.notice)
  await enqueue('reset', PRIORITIES.link)
  unblock()
  await until(() => delivered.length === 22)
  expect(delivered.slice(5, 7)).toEqual(['reset', 'notice'])
})
