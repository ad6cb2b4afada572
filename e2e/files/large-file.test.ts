/**
 * The main flow with a 2 GB file in constant memory, including a verification with all services
 * stopped.
 */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { halt, restart, testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { newVisitor } from '../support/browser.ts'
import { watchMemory } from '../support/browser-memory.ts'
import { type Certified, certifyFile, printToPdf, verifyAsVisitor } from '../support/file-flow.ts'
import { inkproof } from '../support/inkproof.ts'
import { fetchPublishedPolicy } from '../support/steps.ts'

const SIZE = 2 ** 31
const MIB = 2 ** 20
/** A twentieth of the file: code that buffers the whole file far exceeds it. */
const MAX_GROWTH_BYTES = 100 * MIB

const PROCESSES = [
  ...['gateway', 'svc-signing', 'documents-log', 'documents-api', 'svc-auth', 'svc-content'],
  ...['chain', 'mongo', 'redis', 'mail'],
]

let browser: Browser
let folder: string
let policy: string
let smallFile: Certified
let certified: Certified
beforeAll(async () => {
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'inkproof-large-file-'))
  policy = join(folder, 'policy.json')
  await writeFile(policy, await fetchPublishedPolicy(testSystem().origin))
})
afterAll(async () => {
  // Other test files share the system, so this restarts every process in dependency order.
  for (const name of PROCESSES.toReversed()) await restart(name)
  await browser.close()
  await rm(folder, { recursive: true })
})

test('certifies a 2 GB file in constant memory', async () => {
  const { page, context, browserErrors } = await newVisitor(browser, testSystem().origin)
  // Certifies a small file first, so that one-time loading is not measured.
  smallFile = await certifyFile(page, await printToPdf(browser, join(folder, 'small.pdf')), folder)
  const document = await writeLargeFile(join(folder, 'large.pdf'))
  const growth = await measureGrowth(async () => {
    certified = await certifyFile(page, document, folder)
  })
  console.log(`certifying 2 GB: memory grew by ${Math.round(growth / MIB)} MiB`)
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES)
  expect(browserErrors).toEqual([])
  await context.close()
})

test('another visitor verifies a 2 GB file in constant memory', async () => {
  const { origin } = testSystem()
  // Subtracts the memory of the visitor's page and processes, measured with a small file.
  const baseline = await measureGrowth(() => verifyAsVisitor(browser, origin, smallFile))
  const growth = (await measureGrowth(() => verifyAsVisitor(browser, origin, certified))) - baseline
  console.log(
    `verifying 2 GB: memory grew by ${Math.round(growth / MIB)} MiB beyond a small file's`,
  )
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES)
})

test('with every service stopped, the command line verifies a 2 GB file and detects a single changed bit', async () => {
  for (const name of PROCESSES) await halt(name)
  await expect(fetch(testSystem().origin)).rejects.toThrow('fetch failed')
  const { document, proof, blockHash } = certified
  const trust = ['--trust', policy, '--offline', '--block', blockHash]
  expect(await inkproof('verify', document, proof, ...trust)).toMatchObject({
    code: 0,
    line: 'This is the original file.',
  })
  await flipLastBit(document)
  expect(await inkproof('verify', document, proof, ...trust)).toMatchObject({
    code: 1,
    line: 'This is not the certified file.',
  })
})

async function measureGrowth(work: () => Promise<void>): Promise<number> {
  const watch = await watchMemory(browser)
  await work()
  const { startBytes, peakBytes } = await watch.stop()
  return peakBytes - startBytes
}

/** Writes a sparse file with the beginning and end of a PDF around 2 GB of varying content. */
async function writeLargeFile(path: string): Promise<string> {
  const file = await open(path, 'w')
  await file.write('%PDF-1.7\n', 0)
  for (let offset = 16 * MIB; offset < SIZE; offset += 16 * MIB)
    await file.write(`part at ${offset}\n`, offset)
  await file.write('\n%%EOF\n', SIZE - 7)
  await file.close()
  return path
}

async function flipLastBit(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const last = Buffer.alloc(1)
  await file.read(last, 0, 1, SIZE - 1)
  last[0] = (last[0] ?? 0) ^ 1
  await file.write(last, 0, 1, SIZE - 1)
  await file.close()
}
