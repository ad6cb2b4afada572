import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { REDIS_SETTINGS, redisAddress, redisEnv, redisRequirement } from './redis-settings.ts'

const Env = z.object({ ...redisEnv, OTHER: z.string() }).refine(...redisRequirement)
const read = (env: Record<string, string>) =>
  redisAddress(readConfig('svc-x', Env, { OTHER: 'x', ...env }))

test('one server is described by its URL', () => {
  expect(read({ REDIS_URL: 'redis://host' })).toEqual({ kind: 'server', url: 'redis://host' })
})

test('Sentinels replace the URL, and have a password of their own', () => {
  const address = read({
    REDIS_URL: 'redis://default',
    REDIS_SENTINELS: 'a:26379, b.example:26380 ,[::1]:1',
    REDIS_SENTINEL_MASTER: 'main',
    REDIS_SENTINEL_PASSWORD: 's',
    REDIS_SERVER_USERNAME: 'u',
    REDIS_SERVER_PASSWORD: 'p',
    REDIS_SERVER_TLS: 'true',
  })
  expect(address).toEqual({
    kind: 'sentinels',
    sentinels: [
      { host: 'a', port: 26_379 },
      { host: 'b.example', port: 26_380 },
      { host: '::1', port: 1 },
    ],
    masterName: 'main',
    sentinelPassword: 's',
    username: 'u',
    password: 'p',
    isEncrypted: true,
  })
})

test('a Cluster replaces the URL; without credentials, none are sent', () => {
  expect(read({ REDIS_URL: 'redis://default', REDIS_CLUSTER: 'a:7000' })).toEqual({
    kind: 'cluster',
    nodes: [{ host: 'a', port: 7_000 }],
    isEncrypted: false,
  })
})

test.each(['a', 'a:0', 'a:65536', 'a:1,', ':1', 'redis://a:1', 'a:1;b:2', 'user@a:1', '::1:6379'])(
  'refuses %j as the address of a server',
  (REDIS_CLUSTER) => {
    expect(() => read({ REDIS_CLUSTER })).toThrow(/REDIS_CLUSTER: expected host:port/)
  },
)

test('names the missing setting together with other faults', () => {
  expect(() => readConfig('svc-x', Env, {})).toThrow(/OTHER: [\s\S]*REDIS_URL: expected REDIS_URL/)
})

test('refuses Sentinels together with a Cluster', () => {
  const both = { REDIS_SENTINELS: 'a:1', REDIS_CLUSTER: 'a:1' }
  expect(() => read(both)).toThrow(/either REDIS_SENTINELS or REDIS_CLUSTER/)
})

test('REDIS_SETTINGS names every setting of the address', () => {
  const names = Object.keys(redisEnv).filter((name) => name.startsWith('REDIS_'))
  expect([...REDIS_SETTINGS].sort()).toEqual(names.sort())
})
