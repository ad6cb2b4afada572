/** The Redis commands of svc-documents, run against a Cluster. */
import { randomUUID } from 'node:crypto'
import { createLog } from '@inkproof/service-kit/log'
import { openRedis } from '@inkproof/service-kit/redis'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { type RedisCluster, startCluster } from '@inkproof/service-kit/testing/redis-processes'
import { listScripts } from '@inkproof/service-kit/testing/redis-scripts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createNotifications } from './log/notifications.ts'
import { certifyRequest, until } from './testing/client.ts'
import { type System, startSystem } from './testing/system.ts'

let cluster: RedisCluster
let system: System

beforeAll(async () => {
  cluster = await startCluster()
  system = await startSystem(cluster.env)
})

afterAll(async () => {
  await system.stop()
  await cluster.remove()
})

test('accounts of all nodes certify, repeat requests and sign in', async () => {
  for (let i = 0; i < 12; i += 1) {
    const token = await system.installation.signIn({ accountId: randomUUID() })
    const request = certifyRequest()
    const send = () =>
      fetch(`http://127.0.0.1:${system.api.port}/api/v1/certificates`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'k',
        },
        body: JSON.stringify(request),
      })
    expect([(await send()).status, (await send()).status]).toEqual([201, 201])
  }
  for (const { client } of cluster.nodes) expect(await client.dbsize()).toBeGreaterThan(0)
  expect(await cluster.countCrossSlotErrors()).toBe(0)
})

test('notifications reach processes that are connected to other nodes', async () => {
  const log = createLog('test', 'silent')
  const redis = openRedis(redisAddress(system.installation.api), log)
  await redis.prepare()
  const received: number[] = []
  const receivers = Array.from({ length: 6 }, (_, i) => {
    const notifications = createNotifications(redis.client, log)
    notifications.on('heads', () => received.push(i))
    return notifications
  })
  for (const receiver of receivers) await receiver.prepare()
  await until(
    async () => {
      receivers[0]?.notify('heads')
      return new Set(received).size
    },
    (count) => count === receivers.length,
  )
  for (const receiver of receivers) await receiver.close()
  await redis.close()
})

test('svc-documents runs no scripts besides those of the service kit', () => {
  expect(listScripts('svc-documents')).toEqual([])
})
