import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { integrityOf } from './files.ts'
import { PARTS } from './parts.ts'
import { activateSlice } from './publish-slice.ts'
import { parseName } from './publish-version.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'
import { release } from './release.ts'

let out: string

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'release-'))
})
afterEach(() => rm(out, { recursive: true, force: true }))

test('the registry is empty before the first release', async () => {
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

describe('a slice that parts.json no longer lists', () => {
  const all = PARTS.map((part) => `${part}@1`)

  beforeEach(async () => {
    for (const part of [...PARTS, 'mfe-removed']) await publishEmpty(part)
    await activateSlice('mfe-removed', '1', out)
  })

  test('is removed by a release of all parts, so that its path is free', async () => {
    const lines: string[] = []
    await release({ names: all, out, log: (line) => lines.push(line) })
    expect(await releasedSlices()).toEqual(PARTS.slice(1).sort())
    expect(await readdir(path.join(out, 'early'))).not.toContain('mfe-removed.html')
    expect(lines[0]).toBe('mfe-removed removed: parts.json does not list it')
    // Its files remain for a rollback.
    await activateSlice('mfe-removed', '1', out)
    expect(await releasedSlices()).toContain('mfe-removed')
  })

  test('stays after a release of some parts, and after a build of all parts without publishing', async () => {
    await release({ names: all.slice(1), out })
    await release({ names: all.slice(0, -1), out })
    await release({ names: all, out, publish: false })
    expect(await releasedSlices()).toEqual([...PARTS.slice(1), 'mfe-removed'].sort())
  })
})

/** Publishes version 1 of a part without code; a slice has one page at its own name. */
async function publishEmpty(part: string): Promise<void> {
  const isShell = part === 'shell'
  const folder = path.join(out, isShell ? 'shell/versions/1' : `slices/${part}/1`)
  const entry = `/slices/${part}/1/entry.js`
  const slice = {
    ...{ package: part, id: part, name: part, version: '1', contract: 1, paths: [`/${part}`] },
    ...{ nav: [], fills: [], entry, preload: [], pages: {}, requires: {} },
    integrity: { [entry]: integrityOf(Buffer.from('')) },
  }
  const files = isShell
    ? { 'index.html': '<!doctype html>', 'provides.json': '{}' }
    : { 'slice.json': JSON.stringify(slice), 'entry.js': '' }
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
}

async function releasedSlices(): Promise<string[]> {
  return (await readRegistry(out)).slices.map((slice) => slice.package).sort()
}
