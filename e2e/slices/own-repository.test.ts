/**
 * A slice in a repository of its own: examples/slice-in-its-own-repository is copied to a temporary folder, installed from the
 * packed packages, checked against a running system, and released to it through a folder and through storage.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnv } from '@inkproof/launcher/parts/part'
import { run } from '@inkproof/launcher/process/run'
import { ROOT } from '@inkproof/launcher/testing/test-folder'
import { startStorage, type TestStorage } from '@inkproof/slice-kit/testing/versitygw'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { createVisitors } from '../support/visitors.ts'

/** Packing, installing without a cache, and building the storage server. */
const SETUP_TIMEOUT_MS = 900_000
const RELEASE_TIMEOUT_MS = 400_000
const NEEDED = ['texts', 'graphics', 'protocol', 'slice', 'slice-parts', 'ui', 'slice-kit']
const PAGE = 'src/record-status/record-status.page.tsx'

let folder: string
let repository: string
let copy: ReleaseCopy
let storage: TestStorage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-own-repository-'))
  repository = join(folder, 'record-status')
  const packages = join(folder, 'packages')
  await cp(join(ROOT, 'examples/slice-in-its-own-repository'), repository, { recursive: true })
  await run(process.execPath, [join(ROOT, 'scripts/pack.mjs'), packages])
  const tarballs = NEEDED.map((name) => join(packages, `inkproof-${name}-0.1.0.tgz`))
  await inRepository('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs)
  storage = await startStorage(folder, ['releases'])
  copy = await copyRelease('own-repository')
}, SETUP_TIMEOUT_MS)

afterAll(async () => {
  await copy?.remove()
  await storage?.stop()
  await rm(folder, { recursive: true, force: true })
})

const visit = createVisitors(() => copy.origin)

test(
  'is checked against the live shell at an origin, without changing it',
  async () => {
    const before = await readFile(join(copy.www, 'slices.json'), 'utf8')
    const output = await slice('check', '--against', copy.origin)
    expect(output).toContain('can be released; pages opened in a browser: 1')
    expect(await readFile(join(copy.www, 'slices.json'), 'utf8')).toBe(before)
  },
  RELEASE_TIMEOUT_MS,
)

test(
  'is refused with the reason if its types have errors',
  async () => {
    const file = join(repository, PAGE)
    const before = await readFile(file, 'utf8')
    await writeFile(file, `${before}export const wrong: number = 'text'\n`)
    await expect(slice('release', '--to', copy.www)).rejects.toThrow(
      "Type 'string' is not assignable to type 'number'",
    )
    await writeFile(file, before)
    expect(await released()).not.toContain('record-status')
  },
  RELEASE_TIMEOUT_MS,
)

test(
  'is refused with the reason if the live shell implements another contract',
  async () => {
    const file = join(copy.www, 'shell/provides.json')
    const before = await readFile(file, 'utf8')
    await writeFile(file, JSON.stringify({ ...JSON.parse(before), contract: 2 }))
    await expect(slice('release', '--to', copy.www, '--no-test', '--no-browser')).rejects.toThrow(
      'was written for contract 1, the shell implements 2',
    )
    await writeFile(file, before)
  },
  RELEASE_TIMEOUT_MS,
)

test(
  'is released to a folder, appears in the running system, and can be removed',
  async () => {
    await slice('release', '--to', copy.www)
    await expectPage()
    await slice('remove', '--to', copy.www)
    const { page } = await visit()
    await page.goto('/verify')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Record status' }).count()).toBe(0)
  },
  RELEASE_TIMEOUT_MS,
)

test(
  'is previewed through storage before it is live, and shown only in the browser that opened the link',
  async () => {
    const bucket = 's3://releases/previews'
    await copyToBucket(bucket)
    const options = ['--preview', '--origin', copy.origin, '--no-test', '--no-browser']
    const [link = ''] = /http:\S+/.exec(await slice('release', '--to', bucket, ...options)) ?? []
    await slice('pull', '--from', bucket, '--to', copy.www)
    expect(await released()).not.toContain('record-status')
    const [visitor, other] = [await visit(), await visit()]
    await visitor.page.goto(link)
    await visitor.page.getByRole('heading', { level: 1, name: 'Record status' }).waitFor()
    await visitor.page.getByRole('complementary', { name: 'Preview' }).waitFor()
    await other.page.goto('/verify')
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Record status' }).count()).toBe(0)
    await slice('release', '--to', bucket, '--end-preview', link)
    await slice('pull', '--from', bucket, '--to', copy.www)
    await visitor.page.goto('/verify')
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await visitor.page.getByRole('link', { name: 'Record status' }).count()).toBe(0)
  },
  RELEASE_TIMEOUT_MS,
)

test(
  'is given to a share of visitors, and does not become live without their reports',
  async () => {
    const options = ['--canary', '10', '--for', '1s', '--no-test', '--no-browser']
    const running = slice('release', '--to', copy.www, '--origin', copy.origin, ...options)
    await expect(running).rejects.toThrow('browsers reported 0 of the required 20 visits')
    expect(await released()).not.toContain('record-status')
    expect(await readdir(join(copy.www, 'canary'))).toEqual([])
  },
  RELEASE_TIMEOUT_MS,
)

test(
  'is released to storage, from which a gateway gets it, and rolled back there',
  async () => {
    const bucket = 's3://releases/live'
    await copyToBucket(bucket)
    await slice('release', '--to', bucket)
    expect(await released()).not.toContain('record-status')
    await slice('pull', '--from', bucket, '--to', copy.www)
    await expectPage()
    const [version = ''] = await readdir(join(copy.www, 'slices/record-status'))
    const file = join(repository, PAGE)
    const before = await readFile(file, 'utf8')
    await writeFile(file, before.replace("title={t('Record status')}", "title={t('New title')}"))
    await slice('release', '--to', bucket, '--no-test')
    await slice('pull', '--from', bucket, '--to', copy.www)
    await expectPage('New title')
    await slice('release', '--to', bucket, '--version', version)
    await slice('pull', '--from', bucket, '--to', copy.www)
    await expectPage()
  },
  RELEASE_TIMEOUT_MS,
)

/** Opens the slice by its link in the header, and expects the figures of the running service. */
async function expectPage(title = 'Record status'): Promise<void> {
  const { page, browserErrors } = await visit()
  await page.goto('/verify')
  await page.getByRole('banner').getByRole('link', { name: 'Record status' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText(/^\d+$/).first().waitFor()
  expect(browserErrors).toEqual([])
}

/** Copies the release that the gateway serves to an empty prefix of the bucket. */
async function copyToBucket(bucket: string): Promise<void> {
  const script = join(ROOT, 'packages/slice-kit/src/testing/copy-to-storage.ts')
  const cache = await mkdtemp(join(folder, 'cache-'))
  const args = ['--import', 'tsx', script, copy.www, bucket, cache]
  await run(process.execPath, args, { cwd: ROOT, env: environment() })
}

async function released(): Promise<string[]> {
  const { slices } = JSON.parse(await readFile(join(copy.www, 'slices.json'), 'utf8')) as {
    slices: { package: string }[]
  }
  return slices.map((entry) => entry.package)
}

function slice(...args: string[]): Promise<string> {
  return inRepository('npx', '--no-install', 'inkproof-slice', ...args)
}

function inRepository(command: string, ...args: string[]): Promise<string> {
  return run(command, args, { cwd: repository, env: environment() })
}

function environment(): NodeJS.ProcessEnv {
  return { ...plainEnv(process.env), ...storage?.env }
}
