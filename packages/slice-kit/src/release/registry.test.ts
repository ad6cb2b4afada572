import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { activateSlice } from './publish-slice.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'
import { parseName } from './release.ts'

let out: string

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'release-'))
})
afterEach(() => rm(out, { recursive: true, force: true }))

test('the registry is empty at first', async () => {
  expect(await readRegistry(out)).toEqual({ schema: 1, site: {}, slices: [] })
})

test('the registry can be embedded in HTML', async () => {
  const site = { mailbox: '</script><script>alert(1)' }
  await writeRegistry(out, { schema: 1, site, slices: [] })
  expect(await readFile(path.join(out, 'slices.json'), 'utf8')).not.toContain('<')
  expect((await readRegistry(out)).site).toEqual(site)
})

test('concurrent changes run one after the other', async () => {
  const order: string[] = []
  const change = (name: string) =>
    withReleaseLock(out, async () => {
      order.push(`${name} starts`)
      await readRegistry(out)
      order.push(`${name} ends`)
    })
  await Promise.all([change('a'), change('b')])
  expect(order.map((entry) => entry.split(' ')[1])).toEqual(['starts', 'ends', 'starts', 'ends'])
})

test('a failed change releases the lock', async () => {
  await expect(withReleaseLock(out, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withReleaseLock(out, async () => 'free')).toBe('free')
})

test('a version that was never published cannot be made current', async () => {
  await expect(activateSlice('mfe-auth', '9.9.9', out)).rejects.toThrow(
    'mfe-auth@9.9.9 was never published',
  )
  expect((await readRegistry(out)).slices).toEqual([] satisfies PublishedSlice[])
})

test('parses the name of a part, with or without a version', () => {
  expect(parseName('mfe-auth')).toEqual({ name: 'mfe-auth', version: null })
  expect(parseName('shell@0.1.0-abc')).toEqual({ name: 'shell', version: '0.1.0-abc' })
  expect(() => parseName('mfe-unknown')).toThrow('no part is called "mfe-unknown"')
})
