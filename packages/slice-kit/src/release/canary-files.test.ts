/** Which visitors get a canary, and until when, by the files that the gateway reads. */
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { publishTestSlice } from '../testing/publish-test-slice.ts'
import { removeCanaryFiles, renewCanary, startCanaryFiles } from './canary-files.ts'
import { createVariant, readVariants } from './variants.ts'

const SLICE = 'mfe-auth'
const NOW_MS = 1_800_000_005_000
const SLOT = 180_000_000

let out: string
let id: string
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'inkproof-canary-files-'))
  await publishTestSlice(out, SLICE, '1')
  id = (await createVariant('canary', SLICE, '1', out)).id
})
afterEach(() => rm(out, { recursive: true }))

const inCanary = (...names: string[]) => path.join(out, 'canary', ...names)
const slots = async () =>
  (await readdir(inCanary())).filter((name) => /^\d+$/.test(name) && name.length < 32).map(Number)

test('a canary lasts at most a minute without its command', async () => {
  await startCanaryFiles(out, id, 10, NOW_MS)
  expect(await slots()).toEqual([0, 1, 2, 3, 4, 5].map((later) => SLOT + later))
  const lastMs = Math.max(...(await slots())) * 10_000 + 10_000
  expect(lastMs - NOW_MS).toBeLessThanOrEqual(60_000)
})

test('its command extends it, and deletes what is over', async () => {
  await startCanaryFiles(out, id, 10, NOW_MS)
  await renewCanary(out, id, NOW_MS + 10_000)
  expect(await slots()).toEqual([0, 1, 2, 3, 4, 5, 6].map((later) => SLOT + later))
  await renewCanary(out, id, NOW_MS + 300_000)
  expect(await slots()).toEqual([30, 31, 32, 33, 34, 35].map((later) => SLOT + later))
})

test.each([1, 10, 50])(
  '%i percent are as many of 100 groups, which get the variant',
  async (percent) => {
    await startCanaryFiles(out, id, percent, NOW_MS)
    expect(await readlink(inCanary(`${SLOT}`))).toBe(id)
    const groups = await readdir(inCanary(`${SLOT}`))
    expect(new Set(groups).size).toBe(percent)
    for (const group of groups) expect(group).toMatch(/^\d\d$/)
    expect(await realpath(inCanary(`${SLOT}`, groups[0] ?? ''))).toBe(
      await realpath(path.join(out, 'variants', id)),
    )
  },
)

test('not always the same groups of visitors get the canaries', async () => {
  const first = new Set<string>()
  for (let count = 0; count < 20; count++) {
    await startCanaryFiles(out, id, 1, NOW_MS)
    first.add((await readdir(inCanary(id))).join())
    await removeCanaryFiles(out, id)
  }
  expect(first.size).toBeGreaterThan(5)
})

test('an ended canary leaves nothing', async () => {
  await startCanaryFiles(out, id, 10, NOW_MS)
  await removeCanaryFiles(out, id)
  expect(await readdir(inCanary())).toEqual([])
  await removeCanaryFiles(out, id)
})

test('a second canary is refused while one is running', async () => {
  await startCanaryFiles(out, id, 10, NOW_MS)
  const other = await createVariant('canary', SLICE, '1', out)
  const start = (nowMs: number) => startCanaryFiles(out, other.id, 10, nowMs)
  await expect(start(NOW_MS + 54_000)).rejects.toThrow('another canary is running')
  expect(await readlink(inCanary(`${SLOT}`))).toBe(id)
})

test('a canary replaces what a killed command has left, and keeps previews', async () => {
  await startCanaryFiles(out, id, 10, NOW_MS)
  const preview = await createVariant('preview', SLICE, '1', out)
  const other = await createVariant('canary', SLICE, '1', out)
  await mkdir(inCanary('unknown'))
  await writeFile(inCanary('unknown/file'), '')
  await startCanaryFiles(out, other.id, 10, NOW_MS + 55_000)
  expect((await readdir(inCanary())).filter((name) => !/^\d{9}$/.test(name))).toEqual([other.id])
  const ids = (await readVariants(out)).map((variant) => variant.id)
  expect(ids.sort()).toEqual([preview.id, other.id].sort())
})
