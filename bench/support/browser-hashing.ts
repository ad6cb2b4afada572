import { createHash, randomBytes } from 'node:crypto'
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import type { Context } from '../row.ts'
import { measureExtraMemoryMb } from './renderer-memory.ts'
import { type StaticServer, serveTexts } from './static-server.ts'
import { median } from './statistics.ts'

const WORKERS = {
  ours: '../../mfe-documents/src/fingerprint/fingerprint.wasm-worker.ts',
  subtle: '../contestants/browser/subtle.worker.ts',
  'hash-wasm': '../contestants/browser/hash-wasm.worker.ts',
  noble: '../contestants/browser/noble.worker.ts',
}
type Name = keyof typeof WORKERS
const NAMES = Object.keys(WORKERS) as Name[]

/** Medians of the runs. */
export type Hashing = { megabytesPerS: number; memoryMb: number }
export type BrowserHashing = Record<Name, Hashing> & { fileMb: number }

type Sample = { file: string; mib: number; expected: string }

const MIB = 1 << 20
const FILE_MIB = { quick: 64, full: 512 }
/** The slowest contestant gets a smaller file, which is enough to determine its speed. */
const NOBLE_MIB = 64

let measured: Promise<BrowserHashing> | undefined

/** Measures once, for all rows that use it. */
export function measureHashingOnce(context: Context): Promise<BrowserHashing> {
  measured ??= measureHashing(context)
  return measured
}

async function measureHashing(context: Context): Promise<BrowserHashing> {
  const mib = context.isQuick ? FILE_MIB.quick : FILE_MIB.full
  const large = await makeSample(join(context.folder, 'large.bin'), mib)
  const small = await makeSample(join(context.folder, 'small.bin'), NOBLE_MIB)
  const server = await serveTexts(await buildSite())
  const runs = new Map<Name, Hashing[]>(NAMES.map((name) => [name, []]))
  try {
    const browser = await context.browser()
    for (let run = 0; run < context.runs; run++) {
      for (const name of NAMES) {
        const sample = name === 'noble' ? small : large
        runs.get(name)?.push(await hashOnce(browser, server, name, sample))
      }
    }
  } finally {
    await server.close()
  }
  const figures = NAMES.map((name) => [name, medianFigures(runs.get(name) ?? [])])
  return { ...(Object.fromEntries(figures) as Record<Name, Hashing>), fileMb: (mib * MIB) / 1e6 }
}

/** Hashes the sample in a new browser context, so that no renderer reuses memory of an earlier run. */
async function hashOnce(
  browser: Browser,
  server: StaticServer,
  name: Name,
  { file, mib, expected }: Sample,
): Promise<Hashing> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(server.origin)
    await page.setInputFiles('input', file)
    let ms = 0
    const memoryMb = await measureExtraMemoryMb(browser, async () => {
      const result = await hashWithWorker(page, name)
      if (result.fingerprint !== expected) throw new Error(`${name} returned a wrong fingerprint`)
      ms = result.ms
    })
    return { megabytesPerS: (mib * MIB) / 1000 / ms, memoryMb }
  } finally {
    await context.close()
  }
}

function hashWithWorker(page: Page, name: Name): Promise<{ ms: number; fingerprint: string }> {
  return page.evaluate(`hashWithWorker(${JSON.stringify(name)})`)
}

async function buildSite(): Promise<Map<string, string>> {
  const html =
    '<!doctype html><title>Hashing</title><input type="file"><script src="/page.js"></script>'
  const texts = new Map([
    ['/', html],
    ['/page.js', await bundleForBrowser('../contestants/browser/page.ts')],
  ])
  for (const name of NAMES) texts.set(`/${name}.js`, await bundleForBrowser(WORKERS[name]))
  return texts
}

async function bundleForBrowser(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** Writes a random file and reads it once, so that it is in the system's cache for every contestant. */
async function makeSample(path: string, mib: number): Promise<Sample> {
  const file = writeRandomFile(path, mib)
  return { file, mib, expected: await computeFingerprint(file) }
}

function writeRandomFile(path: string, mib: number): string {
  const file = openSync(path, 'w')
  const chunk = randomBytes(MIB)
  for (let index = 0; index < mib; index++) {
    chunk.writeUInt32BE(index)
    writeSync(file, chunk)
  }
  closeSync(file)
  return path
}

async function computeFingerprint(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

function medianFigures(runs: readonly Hashing[]): Hashing {
  return {
    megabytesPerS: median(runs.map(({ megabytesPerS }) => megabytesPerS)),
    memoryMb: median(runs.map(({ memoryMb }) => memoryMb)),
  }
}
