/** What interrupted commands and damaged files do to previews and canaries, and that a release is complete despite them. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { publishTestSlice } from '../testing/publish-test-slice.ts'
import { renewCanary, startCanaryFiles } from './canary-files.ts'
import { readHistory } from './history.ts'
import { endPreview } from './preview.ts'
import { readRegistry, withReleaseLock } from './registry.ts'
import { release } from './release.ts'
import { createVariant, readVariants } from './variants.ts'

const SLICE = 'mfe-auth'

let out: string
let lines: string[]
const log = (line: string) => lines.push(line)

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'inkproof-interrupted-'))
  lines = []
  for (const name of [SLICE, 'mfe-content'])
    for (const version of ['1', '2']) await publishTestSlice(out, name, version)
  await releaseOf(`${SLICE}@1`, 'mfe-content@1')
})
afterEach(() => rm(out, { recursive: true }))

const releaseOf = (...names: string[]) => release({ names, out, log })
const folders = () => readdir(path.join(out, 'variants'))
const preview = () => createVariant('preview', SLICE, '2', out)

test('the next release deletes what an interrupted end of a preview left', async () => {
  const { id } = await preview()
  await rm(path.join(out, 'variants', id, 'variant.json'))
  await mkdir(path.join(out, `variants/.removed-${'a'.repeat(32)}/early`), { recursive: true })
  await releaseOf('mfe-content@2')
  expect(await folders()).toEqual([])
})

test('a preview that ends during a release waits for it, and leaves nothing', async () => {
  const { id } = await preview()
  let ending: Promise<void> | undefined
  await withReleaseLock(out, async () => {
    ending = endPreview(id, out)
    const first = await Promise.race([ending.then(() => 'ended'), readRegistry(out)])
    expect(first).not.toBe('ended')
    expect(await folders()).toEqual([id])
  })
  await ending
  expect(await folders()).toEqual([])
})

test('a release is recorded although the description of a preview is damaged, which ends', async () => {
  const { id } = await preview()
  await writeFile(path.join(out, 'variants', id, 'variant.json'), '')
  await releaseOf('mfe-content@2')
  expect((await readHistory(out))['mfe-content']?.live).toBe('2')
  expect(await folders()).toEqual([])
})

test('a preview that cannot be written is kept, and the release says so', async () => {
  const { id } = await preview()
  const registry = path.join(out, 'variants', id, 'slices.json')
  await rm(registry)
  await mkdir(path.join(registry, 'in-the-way'), { recursive: true })
  await releaseOf('mfe-content@2')
  expect((await readHistory(out))['mfe-content']?.live).toBe('2')
  expect((await readVariants(out)).map((variant) => variant.id)).toEqual([id])
  expect(lines.join('\n')).toContain(
    `the preview of ${SLICE} 2 is outdated until the next release: `,
  )
})

test('a canary whose files another canary has removed is not extended', async () => {
  const { id } = await createVariant('canary', SLICE, '2', out)
  await startCanaryFiles(out, id, 10)
  expect(await renewCanary(out, id)).toBe(true)
  await rm(path.join(out, 'canary'), { recursive: true })
  expect(await renewCanary(out, id)).toBe(false)
  expect(await readdir(path.join(out, 'canary')).catch(() => [])).toEqual([])
})
