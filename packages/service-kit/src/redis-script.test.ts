import { expect, test } from '@jest/globals'
import type { RedisClient } from './redis-connection.ts'
import { defineScript, deleteAll, getAll } from './redis-script.ts'
import { listScripts, listUnguardedCommands } from './testing/redis-scripts.ts'

/** Refused calls must not reach Redis. */
const NEVER = undefined as unknown as RedisClient
const pair = defineScript('pair-for-the-test', ['first', 'second'], 'return 1')

test.each([
  ['different tags', 'a:{1}', 'a:{2}'],
  ['no tags', 'a:1', 'b:1'],
  ['an empty tag, which does not count', 'a:{}:x', 'b:{}:x'],
  ['only a later tag in common', 'a:{1}:{x}', 'a:{2}:{x}'],
])('refuses keys with %s, as a Cluster would', async (_description, first, second) => {
  await expect(pair(NEVER, { first, second })).rejects.toThrow(/without a common hash tag/)
  await expect(getAll(NEVER, [first, second])).rejects.toThrow(/without a common hash tag/)
  await expect(deleteAll(NEVER, [first, second])).rejects.toThrow(/without a common hash tag/)
})

test('no keys need no command', async () => {
  expect([await getAll(NEVER, []), await deleteAll(NEVER, [])]).toEqual([[], 0])
})

test('only redis-script.ts runs scripts, transactions and commands on several keys', () => {
  expect(listUnguardedCommands()).toEqual([])
})

test('every script has a name of its own', () => {
  const names = listScripts().map(({ name }) => name)
  expect(names.length).toBeGreaterThan(8)
  expect(new Set(names).size).toBe(names.length)
})
