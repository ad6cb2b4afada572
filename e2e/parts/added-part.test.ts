/** Tests that adding a slice or service takes its folder and one line, and that removing both leaves no changes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { plainEnv } from '@inkproof/launcher/parts/part'
import { freePort } from '@inkproof/launcher/process/free-port'
import { run } from '@inkproof/launcher/process/run'
import { openBrowser } from '@inkproof/launcher/testing/browser'
import { removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { changedFiles, copyRepository, type RepositoryCopy } from '../support/repository-copy.ts'
import { addParts, removeParts } from './hello.ts'

const START_TIMEOUT_MS = 400_000

let copy: RepositoryCopy
let system: ChildProcess | undefined

beforeAll(async () => {
  copy = await copyRepository('added-part')
}, START_TIMEOUT_MS)

afterAll(async () => {
  await stop()
  await removeTestFolder(copy.folder)
}, 60_000)

test('reports what is missing for a new slice and a new service', async () => {
  addParts(copy.root)
  const problems = await npm('run', '--silent', 'lint:parts').catch((error: Error) => error)
  expect(String(problems)).toContain('docker-compose.yml is out of date with parts.json')
  expect(String(problems)).toContain(
    'package-lock.json does not contain mfe-hello: run npm install',
  )
}, 60_000)

test(
  'starts with both, shows the page and serves the call',
  async () => {
    await regenerate()
    await npm('run', '--silent', 'lint:parts')
    await npm('run', '--silent', 'lint:texts')
    const origin = await start()
    const response = await fetch(`${origin}/api/hello/`)
    expect(await response.json()).toEqual({ greeting: 'hello' })
    expect((await fetch(`${origin}/api/health/hello`)).status).toBe(200)
    expect(await readHeading(`${origin}/hello`)).toBe('Hello from a new slice')
    await stop()
  },
  START_TIMEOUT_MS,
)

test(
  'leaves no changes after their folders and lines are removed',
  async () => {
    expect(await changedFiles(copy.root)).not.toBe('')
    removeParts(copy.root)
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
  // A service has its own packages: those not in the npm cache come from the registry.
  await npm('install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund')
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
    if (line.startsWith('ready')) return `http://localhost:${port}`
  }
  throw new Error(`the system did not start:\n${lines.slice(-20).join('\n')}`)
}

async function stop(): Promise<void> {
  const running = system
  system = undefined
  if (!running || running.exitCode !== null) return
  const ended = once(running, 'exit')
  // Discards further output, so that a full pipe does not block the process.
  running.stdout?.resume()
  running.kill('SIGTERM')
  await ended
}

async function readHeading(address: string): Promise<string> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(address)
    return (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  } finally {
    await browser.close()
  }
}
