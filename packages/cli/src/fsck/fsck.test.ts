import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { entriesPath, tilePath } from '@inkproof/proof/tile'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { startTestChain, type TestChain } from '../monitor/testing/test-chain.ts'
import { startTestRecord } from '../monitor/testing/test-record.ts'
import { runFsck } from './fsck-command.ts'
import { FSCK_USAGE } from './usage.ts'

/** A state of 301 entries is anchored; the newest state has 520. */
const [ANCHORED, SIZE] = [301, 520]

let chain: TestChain
let files: ReadonlyMap<string, Uint8Array>
let folder: string

beforeAll(async () => {
  chain = await startTestChain()
  const record = await startTestRecord(chain)
  record.certify(ANCHORED - 1)
  record.addStatus()
  record.publish()
  await record.anchor()
  record.certify(SIZE - ANCHORED)
  record.publish()
  record.close()
  files = record.files
})

afterAll(() => chain.stop())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkproof-fsck-'))
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
})

afterEach(() => rmSync(folder, { recursive: true }))

async function check(...options: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  return { code: await runFsck([folder, ...options], { out: write, err: write }), lines }
}

const truncate = (path: string) => truncateSync(join(folder, path), 40)
const remove = (path: string) => rmSync(join(folder, path))
function flipBit(path: string): void {
  const bytes = readFileSync(join(folder, path))
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(join(folder, path), bytes)
}

test('a folder whose files all match the signed state is intact', async () => {
  const { code, lines } = await check()
  expect(lines).toEqual([
    expect.stringContaining('All files match the signed state of 520 entries'),
  ])
  expect(code).toBe(0)
})

const CONTENT = 'the content does not match the signed state'
const ENTRIES = 'the entries do not match their tile and the signed root'

test.each([
  ['a truncated tile', tilePath(0, 0n), truncate, '40 bytes instead of 8192'],
  ['a changed tile', tilePath(0, 1n), flipBit, CONTENT],
  ['a missing tile', tilePath(0, 1n), remove, 'missing'],
  ['a changed tile of level 1', tilePath(1, 0n, 2), flipBit, CONTENT],
  ['a changed last tile', tilePath(0, 2n, 8), flipBit, CONTENT],
  ['a partial tile of an earlier state', tilePath(0, 1n, 45), truncate, '40 bytes instead of 1440'],
  ['a truncated bundle', entriesPath(0n), truncate, ENTRIES],
  ['a changed bundle', entriesPath(1n), flipBit, ENTRIES],
  ['a missing bundle', entriesPath(1n), remove, ENTRIES],
  ['a changed last bundle', entriesPath(2n, 8), flipBit, ENTRIES],
  ['a partial bundle of an earlier state', entriesPath(1n, 45), flipBit, CONTENT],
  ['a truncated anchor file', 'anchor/301', truncate, ''],
])('%s is the only file named', async (_what, path, damage, problem) => {
  damage(path)
  const { code, lines } = await check()
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${path}: ${problem}`)),
    expect.stringContaining('1 damaged or missing files'),
  ])
  expect(code).toBe(1)
})

test('several damaged files are all named', async () => {
  const paths = [tilePath(0, 0n), entriesPath(1n), tilePath(1, 0n, 2)]
  for (const path of paths) truncate(path)
  const { code, lines } = await check()
  expect(lines.slice(0, -1).map((line) => line.split(':')[0])).toEqual(paths)
  expect(code).toBe(1)
})

test('a bundle and its tile that agree with each other but not with the signed root are found', async () => {
  for (const path of [entriesPath(1n), tilePath(0, 1n)]) flipBit(path)
  const { code, lines } = await check()
  expect([code, lines.length]).toEqual([1, expect.any(Number)])
  expect(lines.join('\n')).toContain('do not have the signed root of 520 entries')
})

test('an anchor file with another state is named', async () => {
  writeFileSync(join(folder, 'anchor/300'), files.get('anchor/301') as Uint8Array)
  const { code, lines } = await check()
  expect(lines[0]).toBe('anchor/300: the file contains the state of 301 entries')
  expect(code).toBe(1)
})

test('a truncated checkpoint is named, and nothing else is compared', async () => {
  truncate('checkpoint')
  const { code, lines } = await check()
  expect(lines[0]).toMatch(/^checkpoint: /)
  expect(lines[1]).toBe('The signed state is damaged, so nothing else was compared.')
  expect(code).toBe(1)
})

test('without a policy in the folder, --trust names one', async () => {
  const elsewhere = join(folder, 'trusted.json')
  writeFileSync(elsewhere, files.get('policy.json') as Uint8Array)
  remove('policy.json')
  await expect(check()).rejects.toThrow('policy.json')
  expect((await check('--trust', elsewhere)).code).toBe(0)
})

test.each([[[]], [['a', 'b']], [['a', '--unknown']]])(
  'invalid usage %j explains the usage',
  async (argv) => {
    const lines: string[] = []
    const write = (text: string) => void lines.push(text)
    expect(await runFsck(argv, { out: write, err: write })).toBe(2)
    expect(lines.join('\n')).toContain(FSCK_USAGE)
    expect(await runFsck(['--help'], { out: write, err: write })).toBe(0)
  },
)
