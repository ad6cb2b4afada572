/** What is live after rollbacks, starts and failed releases, and which versions are deleted. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { publishTestSlice } from '../testing/publish-test-slice.ts'
import { readHistory, recordPublished } from './history.ts'
import { ROOT } from './paths.ts'
import { pruneVersions } from './prune.ts'
import { readRegistry } from './registry.ts'
import { release } from './release.ts'
import { createVariant, removeVariant } from './variants.ts'

const SLICE = 'mfe-auth'
const DAY_MS = 24 * 60 * 60 * 1000

let data: string
let out: string
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'inkproof-history-'))
  out = path.join(data, 'www')
  for (const version of ['1', '2', '3']) await publishTestSlice(out, SLICE, version)
})
afterEach(() => rm(data, { recursive: true }))

const rollBack = (version: string) => release({ names: [`${SLICE}@${version}`], out })

test('a rollback survives starts, whatever the sources are', async () => {
  await rollBack('2')
  await rollBack('1')
  const lines: string[] = []
  for (let count = 0; count < 2; count++)
    await release({
      names: [SLICE],
      out,
      test: false,
      isStart: true,
      log: (line) => lines.push(line),
    })
  expect(await liveVersion(SLICE)).toBe('1')
  expect(lines).toEqual(
    Array(2).fill(`mfe-auth 1 stays live after a rollback, until \`npm run release -- mfe-auth\``),
  )
  expect((await readHistory(out))[SLICE]).toEqual({ live: '1', previous: '2', rolledBack: ['2'] })
})

test('says what selecting a version changed', async () => {
  const lines: string[] = []
  const select = (version: string) =>
    release({ names: [`${SLICE}@${version}`], out, log: (line) => lines.push(line) })
  await publishTestSlice(out, SLICE, '4')
  await recordPublished(SLICE, '4', out)
  for (const version of ['1', '2', '2', '4']) await select(version)
  expect(lines).toEqual([
    'mfe-auth 1 is live',
    'mfe-auth: rolled back from 1 to 2',
    'mfe-auth 2 is live already',
    'mfe-auth 4 is live',
  ])
})

test('selecting a version for the first time is recorded as a release, and later as a rollback', async () => {
  await rollBack('1')
  await publishTestSlice(out, SLICE, '4')
  await recordPublished(SLICE, '4', out)
  await rollBack('2')
  expect((await readHistory(out))[SLICE]).toEqual({
    ...{ live: '2', previous: '1' },
    ...{ rolledBack: ['1'], neverLive: ['4'] },
  })
  await rollBack('4')
  expect((await readHistory(out))[SLICE]).toEqual({ live: '4', previous: '2', rolledBack: [] })
  await rollBack('2')
  await rollBack('4')
  expect((await readHistory(out))[SLICE]).toMatchObject({ live: '4', rolledBack: ['2'] })
})

test('a part that was only published has no live version', async () => {
  await recordPublished('mfe-content', '1', out)
  expect((await readHistory(out))['mfe-content']).toEqual({ rolledBack: [], neverLive: ['1'] })
})

test('at a start, a part that fails keeps its version, and the others are released', async () => {
  await rollBack('1')
  await publishTestSlice(out, 'mfe-content', '1')
  const lines: string[] = []
  const names = [`${SLICE}@missing`, 'mfe-content@1']
  await release({ names, out, isStart: true, log: (line) => lines.push(line) })
  expect(await liveVersion(SLICE)).toBe('1')
  expect(await liveVersion('mfe-content')).toBe('1')
  expect(lines[0]).toContain(
    'mfe-auth was not released; the version released before, if any, stays live: mfe-auth@missing was never published',
  )
})

test('a start fails if there is no shell, and a release fails with its first part', async () => {
  await expect(release({ names: ['shell@1'], out, isStart: true })).rejects.toThrow('was never')
  await expect(release({ names: [`${SLICE}@missing`], out })).rejects.toThrow('was never')
})

test('the command uses the data folder of INKPROOF_DATA', async () => {
  const script = path.join(import.meta.dirname, 'release-cli.ts')
  const args = ['--import', 'tsx', script, `${SLICE}@2`]
  const env = { ...process.env, INKPROOF_DATA: data }
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
  expect(await liveVersion(SLICE)).toBe('2')
})

describe('old versions', () => {
  beforeEach(async () => {
    await rollBack('1')
    await rollBack('2')
    for (let version = 1; version <= 15; version++) {
      await publishTestSlice(out, SLICE, `${version}`)
      const publishedAt = new Date(version * DAY_MS)
      await utimes(path.join(out, 'slices', SLICE, `${version}`), publishedAt, publishedAt)
    }
  })

  test('are deleted if there are ten newer ones and they are older than 30 days', async () => {
    expect(await pruneVersions(SLICE, out, 34.5 * DAY_MS)).toEqual(['4', '3'])
  })

  test('are never deleted while a variant uses them, and forgotten otherwise', async () => {
    await recordPublished(SLICE, '3', out)
    await recordPublished(SLICE, '4', out)
    const { id } = await createVariant('preview', SLICE, '3', out)
    expect(await pruneVersions(SLICE, out, 1000 * DAY_MS)).toEqual(['5', '4'])
    expect((await readHistory(out))[SLICE]?.neverLive).toEqual(['3'])
    await removeVariant(id, out)
    expect(await pruneVersions(SLICE, out, 1000 * DAY_MS)).toEqual(['3'])
    expect((await readHistory(out))[SLICE]).not.toHaveProperty('neverLive')
  })

  test('are never deleted while live, or the version before the live one', async () => {
    await pruneVersions(SLICE, out, 1000 * DAY_MS)
    const left = (await readdir(path.join(out, 'slices', SLICE))).sort((a, b) => +a - +b)
    expect(left).toEqual(['1', '2', ...Array.from({ length: 10 }, (_, index) => `${index + 6}`)])
    await rollBack('1')
  })
})

async function liveVersion(name: string): Promise<string | undefined> {
  return (await readRegistry(out)).slices.find((slice) => slice.package === name)?.version
}
