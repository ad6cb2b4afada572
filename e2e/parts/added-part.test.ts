/**
 * Tests, in a system started from a copy of the repository, that adding a slice or service requires only its folder and
 * one line, that adding a language requires one file per part, that rollbacks and broken slices survive a restart, and
 * that removing all of this leaves no changes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { plainEnv } from '@inkproof/launcher/parts/part'
import { freePort } from '@inkproof/launcher/process/free-port'
import { run } from '@inkproof/launcher/process/run'
import { removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { changedFiles, copyRepository, type RepositoryCopy } from '../support/repository-copy.ts'
import { createVisitors } from '../support/visitors.ts'
import { addParts, removeParts } from './hello.ts'
import { addTranslations, removeTranslations, testLanguages } from './languages.ts'

const START_TIMEOUT_MS = 400_000

/** Allows for building two parts without a cache. */
const RELEASE_TIMEOUT_MS = 400_000

let copy: RepositoryCopy
let system: ChildProcess | undefined
let origin = ''

beforeAll(async () => {
  copy = await copyRepository('added-part')
}, START_TIMEOUT_MS)

afterAll(async () => {
  await stop()
  await removeTestFolder(copy.folder)
})

const visit = createVisitors(() => origin)

test('reports what is missing for a new slice and a new service', async () => {
  addParts(copy.root)
  const problems = await npm('run', '--silent', 'lint:parts').catch((error: Error) => error)
  expect(String(problems)).toContain('docker-compose.yml is out of date with parts.json')
  expect(String(problems)).toContain(
    'package-lock.json does not contain mfe-hello: run npm install',
  )
})

test(
  'starts with the new slice and service, shows the page and serves the call',
  async () => {
    await regenerate()
    await npm('run', '--silent', 'lint:parts')
    await npm('run', '--silent', 'lint:texts')
    origin = await start()
    const response = await fetch(`${origin}/api/hello/`)
    expect(await response.json()).toEqual({ greeting: 'hello' })
    expect((await fetch(`${origin}/api/health/hello`)).status).toBe(200)
    const { page } = await visit()
    await page.goto('/hello')
    expect(await headingOf(page)).toBe('Hello from a new slice')
  },
  START_TIMEOUT_MS,
)

test(
  'a rollback survives a restart, which a slice that does not compile cannot prevent',
  async () => {
    const out = join(copy.data, 'www')
    const release = (name: string) => npm('run', 'release', '--', '--no-test', '--out', out, name)
    const [version = ''] = readdirSync(join(out, 'slices/mfe-hello'))
    changeFile('mfe-hello/src/hello.page.tsx', (text) => text.replace('Hello from', 'Bye from'))
    await release('mfe-hello')
    const { page } = await visit()
    await page.goto('/hello')
    expect(await headingOf(page)).toBe('Bye from a new slice')
    await release(`mfe-hello@${version}`)
    await stop()
    changeFile('mfe-content/src/slice.tsx', (text) => `${text}export const = broken\n`)
    origin = await start()
    const visitor = await visit()
    await visitor.page.goto('/hello')
    expect(await headingOf(visitor.page)).toBe('Hello from a new slice')
    await visitor.page.goto('/litepaper')
    expect(await headingOf(visitor.page)).toBe('Litepaper')
    changeFile('mfe-content/src/slice.tsx', (text) => text.replace('export const = broken\n', ''))
    changeFile('mfe-hello/src/hello.page.tsx', (text) => text.replace('Bye from', 'Hello from'))
  },
  START_TIMEOUT_MS,
)

describe('with a language added', () => {
  beforeAll(async () => {
    addTranslations(copy.root)
    const out = join(copy.data, 'www')
    await npm('run', '--silent', 'release', '--', '--no-test', '--out', out, 'shell', 'mfe-content')
  }, RELEASE_TIMEOUT_MS)

  testLanguages(visit)
})

test(
  'removing the added folders, files and lines leaves no changes',
  async () => {
    await stop()
    expect(await changedFiles(copy.root)).not.toBe('')
    removeParts(copy.root)
    removeTranslations(copy.root)
    await regenerate()
    await npm('run', '--silent', 'lint:parts')
    expect(await changedFiles(copy.root)).toBe('')
  },
  START_TIMEOUT_MS,
)

/** Updates the generated files, the catalogues and the installed packages. */
async function regenerate(): Promise<void> {
  await npm('run', '--silent', 'parts')
  await npm('run', '--silent', 'texts:extract')
  // Packages of the service that are not in the npm cache come from the registry.
  await npm('install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund')
}

function headingOf(page: Page): Promise<string | null> {
  return page.getByRole('heading', { level: 1 }).textContent()
}

function changeFile(file: string, change: (text: string) => string): void {
  const path = join(copy.root, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** Runs npm in the copy. */
function npm(...args: string[]): Promise<string> {
  return run('npm', args, { cwd: copy.root })
}

/** Starts the system and returns its address once it is ready. */
async function start(): Promise<string> {
  const port = await freePort()
  const env = { ...plainEnv(process.env), INKPROOF_DATA: copy.data, PORT: String(port) }
  const args = ['--import', 'tsx', 'launcher/src/start.ts']
  const started = spawn(process.execPath, args, { cwd: copy.root, env })
  system = started
  const lines: string[] = []
  started.stderr.on('data', (text) => lines.push(String(text)))
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line)
    if (!line.startsWith('ready')) continue
    // Discards further output: a full pipe would block the process.
    started.stdout.resume()
    return `http://localhost:${port}`
  }
  throw new Error(`the system did not start:\n${lines.slice(-20).join('\n')}`)
}

async function stop(): Promise<void> {
  const running = system
  system = undefined
  if (!running || running.exitCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  await ended
}
