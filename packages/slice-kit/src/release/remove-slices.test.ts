import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { removeOtherSlices, removeSlices } from './publish-slice.ts'
import { readRegistry, writeRegistry } from './registry.ts'

const slice = (name: string, change: Partial<PublishedSlice> = {}) =>
  ({
    id: name,
    package: name,
    paths: [],
    nav: [],
    fills: [],
    pages: {},
    ...change,
  }) as unknown as PublishedSlice

let out: string
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'remove-slices-'))
  const slices = [slice('mfe-a'), slice('mfe-b'), slice('record-status', { isExternal: true })]
  await writeRegistry(out, { schema: 1, site: {}, slices })
})
afterEach(() => rm(out, { recursive: true }))

const names = async () => (await readRegistry(out)).slices.map((entry) => entry.package)

test('a release of all parts keeps slices from repositories of their own', async () => {
  expect(await removeOtherSlices(['shell', 'mfe-a'], out)).toEqual(['mfe-b'])
  expect(await names()).toEqual(['mfe-a', 'record-status'])
})

test('a slice from a repository of its own can be removed by name', async () => {
  expect(await removeSlices(out, (entry) => entry.package === 'record-status')).toEqual([
    'record-status',
  ])
  expect(await names()).toEqual(['mfe-a', 'mfe-b'])
})
