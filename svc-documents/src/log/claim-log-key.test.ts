import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex, utf8 } from '@inkproof/proof/bytes'
import { formatPolicy } from '@inkproof/proof/policy'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { until } from '../testing/client.ts'
import {
  createRotatingLog,
  FROM_OLD,
  NEW,
  OLD,
  ORIGIN,
  OTHER,
  type RotatingLog,
  signers,
} from '../testing/rotating-log.ts'
import { verifierKeysOf } from './log-keys.ts'

let log: RotatingLog

beforeEach(async () => {
  log = await createRotatingLog()
})

afterEach(() => log.remove())

test('of two instances with different new keys, one is refused', async () => {
  await log.startWithOld()
  const results = await Promise.allSettled([log.claim(NEW, FROM_OLD), log.claim(OTHER, FROM_OLD)])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toEqual([
    expect.objectContaining({
      name: 'StartRefused',
      message: expect.stringContaining('not anchored yet. Start with CHECKPOINT_KEY'),
    }),
  ])
})

test.each<[string, () => Promise<unknown>, string]>([
  ['a new key alone', () => log.claim(NEW), 'set PREVIOUS_CHECKPOINT_KEY to it'],
  [
    'another previous key',
    () => log.claim(NEW, { previous: OTHER }),
    'PREVIOUS_CHECKPOINT_KEY is not',
  ],
])('refuses %s, and names the current key', async (_what, refused, reason) => {
  await log.startWithOld()
  await expect(refused()).rejects.toMatchObject({ name: 'StartRefused' })
  await expect(refused()).rejects.toThrow(reason)
  await expect(refused()).rejects.toThrow(`${ORIGIN}+${toHex(OLD.id)}`)
  expect(await log.database.logKeys.read()).toHaveLength(1)
})

test('refuses to start without the previous key until the rotation is anchored', async () => {
  await log.startWithOld()
  await log.start(await log.claim(NEW, FROM_OLD))
  await log.sign(1)
  await log.stop()
  await expect(log.claim(NEW)).rejects.toThrow('Set PREVIOUS_CHECKPOINT_KEY to')
})

test('refuses a key that was replaced earlier', async () => {
  await log.startWithOld()
  const keys = await log.claim(NEW, FROM_OLD)
  await log.start(keys)
  await log.sign(1)
  await log.anchorNewest(keys)
  await log.stop()
  await expect(log.claim(OLD, { previous: NEW })).rejects.toThrow('was replaced earlier')
})

test('keys that the database lost are restored from the published rotations and the policy', async () => {
  await log.startWithOld()
  const keys = await log.claim(NEW, FROM_OLD)
  await log.start(keys)
  await log.sign(1)
  const size = await log.anchorNewest(keys)
  await log.stop()
  const rows = await log.database.logKeys.read()
  const address = `0x${'ab'.repeat(20)}`
  const policy = formatPolicy({
    version: 1,
    records: [
      {
        origin: ORIGIN,
        logKeys: keys.policyKeys(),
        chainId: 31_337,
        contract: address,
        operators: [address],
        confirmations: 2,
      },
    ],
  })
  await log.files.write(new Map([['policy.json', utf8(policy)]]))
  await writeFile(join(log.folder, 'log', 'rotations.json'), 'damaged')
  await log.loseDatabase()
  const restored = await log.claim(NEW)
  expect(await log.database.logKeys.read()).toEqual(rows)
  expect(restored.policyKeys()[0]).toMatchObject({ toSize: size })
  const worker = await log.start(restored)
  await until(
    async () => worker.problem(),
    (problem) => problem === null,
  )
  expect(signers(await log.sign(1))).toEqual(['NEW'])
  expect(await log.readRotations()).toHaveLength(1)
})

test('a record of an earlier release, whose keys are not stored, can rotate at its first start', async () => {
  await log.startWithOld(3)
  await log.database.forgetKeys()
  await expect(log.claim(NEW)).rejects.toThrow('signed by another key than CHECKPOINT_KEY')
  await log.start(await log.claim(NEW, FROM_OLD))
  expect(signers(await log.waitForNote(4))).toEqual(['OLD', 'NEW'])
  expect(verifierKeysOf(ORIGIN, await log.database.logKeys.read())[0]).toMatchObject({ id: OLD.id })
})
