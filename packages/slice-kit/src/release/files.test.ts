import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { writeCompressed } from './files.ts'

let part: string
beforeEach(async () => {
  part = await mkdtemp(join(tmpdir(), 'inkproof-files-'))
  await mkdir(join(part, 'dist'))
})
afterEach(() => rm(part, { recursive: true }))

const cache = () => join(part, 'node_modules/.cache/inkproof-compressed')

async function publish(content: string): Promise<string> {
  await writeFile(join(part, 'dist/a.js'), content)
  await writeFile(join(part, 'dist/a.png'), content)
  await writeCompressed(join(part, 'dist'), ['a.js', 'a.png'], join(part, 'out'))
  const [brotli, gzip] = await Promise.all([
    readFile(join(part, 'out/a.js.br')),
    readFile(join(part, 'out/a.js.gz')),
  ])
  expect(gunzipSync(gzip).toString()).toBe(brotliDecompressSync(brotli).toString())
  return brotliDecompressSync(brotli).toString()
}

test('compressible files are written in three versions, the others as they are', async () => {
  expect(await publish('let a')).toBe('let a')
  expect(await readdir(join(part, 'out'))).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'a.png'])
})

test('a file is compressed once; only what the last release contained stays in the cache', async () => {
  await publish('let a')
  const before = await readdir(cache())
  // Other content shows that the file is not compressed again.
  for (const name of before) {
    const compress = name.endsWith('.br') ? brotliCompressSync : gzipSync
    await writeFile(join(cache(), name), compress('from the cache'))
  }
  expect(await publish('let a')).toBe('from the cache')
  expect(await publish('let b')).toBe('let b')
  expect(await readdir(cache())).toHaveLength(2)
  expect(await readdir(cache())).not.toEqual(before)
})

test('without a writable cache, files are compressed each time', async () => {
  await writeFile(join(part, 'node_modules'), 'a file in place of the folder')
  expect(await publish('let a')).toBe('let a')
})
