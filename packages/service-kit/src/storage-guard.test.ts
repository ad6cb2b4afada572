import { defineCall, EMPTY } from '@inkproof/protocol/call'
import type { Readiness } from '@inkproof/protocol/health'
import { afterEach, expect, test } from '@jest/globals'
import { implement } from './calls/implement.ts'
import { createLog } from './log.ts'
import { type RunningService, startService } from './service.ts'
import { AS_OPERATOR, MONITORING_TOKEN } from './testing/operator.ts'

/** A folder whose file system never has space. */
const FULL_DISK = '/proc'

const base = { summary: 'A thing.', tag: 'Things', access: 'anyone' } as const
const responses = { 204: EMPTY } as const
const calls = {
  read: defineCall({ ...base, method: 'GET', path: '/api/things', responses }),
  create: defineCall({ ...base, method: 'POST', path: '/api/things', responses }),
  replace: defineCall({ ...base, method: 'PUT', path: '/api/things', responses }),
  change: defineCall({ ...base, method: 'PATCH', path: '/api/things', responses }),
  remove: defineCall({ ...base, method: 'DELETE', path: '/api/things', responses }),
  search: defineCall({
    ...base,
    method: 'POST',
    path: '/api/search',
    worksWhenFull: true,
    responses,
  }),
}

let service: RunningService | undefined
afterEach(() => service?.stop())

test.each([
  ['GET', '/api/things', 204],
  ['POST', '/api/things', 507],
  ['PUT', '/api/things', 507],
  ['PATCH', '/api/things', 507],
  ['DELETE', '/api/things', 204],
  ['POST', '/api/search', 204],
])('on a full disk, %s %s responds with %i', async (method, path, status) => {
  const { send, handled } = await setup(FULL_DISK)
  const response = await send(path, { method })
  expect(response.status).toBe(status)
  expect(handled.count).toBe(status === 204 ? 1 : 0)
  if (status === 507)
    expect(await response.text()).toBe(
      'This installation is out of storage space. Tell its operator; nothing was recorded.',
    )
})

test('reports a full disk in /readyz', async () => {
  const { send } = await setup(FULL_DISK)
  const response = await send('/readyz', AS_OPERATOR)
  expect(response.status).toBe(503)
  const { dependencies } = (await response.json()) as Readiness
  expect(dependencies.find(({ name }) => name === 'storage')?.reason).toBe(
    'the disk of /proc is full: 0 MB are left, and at least 96 MB are needed; calls that write are refused',
  )
})

test('refuses nothing while the space cannot be measured', async () => {
  const { send } = await setup('/a folder/that does not exist')
  expect((await send('/api/things', { method: 'POST' })).status).toBe(204)
  expect((await send('/readyz')).status).toBe(200)
})

async function setup(folder: string) {
  const handled = { count: 0 }
  const handle = async () => void handled.count++
  const names = Object.keys(calls) as (keyof typeof calls)[]
  const handlers = Object.fromEntries(names.map((name) => [name, handle]))
  service = await startService({
    name: 'test',
    config: { PORT: 0, HOST: '127.0.0.1', TRUSTED_HOPS: 1, STORAGE_DIR: folder, MONITORING_TOKEN },
    log: createLog('test', 'silent'),
    dependencies: [],
    calls: implement(calls, handlers as Record<keyof typeof calls, typeof handle>),
  })
  await service.ready
  const url = `http://127.0.0.1:${service.port}`
  return { handled, send: (path: string, init?: RequestInit) => fetch(url + path, init) }
}
