import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildForTests } from './build-service.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

let service: string
beforeAll(async () => {
  await mkdir(CACHE, { recursive: true })
  service = await mkdtemp(join(CACHE, 'service-'))
  await mkdir(join(service, 'src'))
})
afterAll(() => rm(service, { recursive: true }))

const setMain = (text: string) =>
  writeFile(join(service, 'src/main.ts'), `console.log('${text}' as string)\n`)
const readMain = (build: string) => readFile(join(build, 'main.js'), 'utf8')

test('test files share the build of unchanged sources; changed sources are built', async () => {
  await setMain('first')
  const [first, concurrent] = await Promise.all([buildForTests(service), buildForTests(service)])
  expect(concurrent).toBe(first)
  expect(await buildForTests(service)).toBe(first)
  await setMain('second one')
  const second = await buildForTests(service)
  expect([await readMain(first), await readMain(second)]).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('second one'),
  ])
})

test('a build is removed when it has not been used for a day', async () => {
  await setMain('old')
  const old = await buildForTests(service)
  const yesterday = new Date(Date.now() - 90_000_000)
  await utimes(old, yesterday, yesterday)
  await setMain('newer')
  const newer = await buildForTests(service)
  await expect(readMain(old)).rejects.toThrow('ENOENT')
  expect(await readMain(newer)).toContain('newer')
})
