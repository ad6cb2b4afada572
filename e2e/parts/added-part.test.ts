/** Adding a slice or a service costs its folder and one line, and removing it leaves nothing behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { plainEnv } from '@inkproof/launcher/parts/part'
import { freePort } from '@inkproof/launcher/process/free-port'
import { run } from '@inkproof/launcher/process/run'
import { openBrowser } from '@inkproof/launcher/testing/browser'
import { removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Copy, changedFiles, copyRepository } from '../support/repository-copy.ts'
import { addParts, removeParts } from './hello.ts'

const START_MS = 400_000

let copy: Copy
let system: ChildProcess | undefined

beforeAll(async () => {
  copy = await copyRepository('added-part')
}, START_MS)

afterAll(async () => {
  await stop()
  await removeTestFolder(copy.folder)
}, 60_000)

test('names what a new slice and a new service still need', async () => {
  addParts(copy.root)
  const problems = await command('run', '--silent', 'lint:parts').catch((error: Error) => error)
  expect(String(problems)).toContain('docker-compose.yml does not agree with parts.json')
  expect(String(problems)).toContain('package-lock.json does not know mfe-hello: npm install')
}, 60_000)

test(
  'starts with them, shows the page and answers the call',
  async () => {
    await writeWhatFollows()
    await command('run', '--silent', 'lint:parts')
    await command('run', '--silent', 'lint:texts')
    const origin = await start()
    const response = await fetch(`${origin}/api/hello/`)
    expect(await response.json()).toEqual({ greeting: 'hello' })
    expect((await fetch(`${origin}/api/health/hello`)).status).toBe(200)
    expect(await headingAt(`${origin}/hello`)).toBe('Hello from a new slice')
    await stop()
  },
  START_MS,
)

test(
  'leaves no file changed once their folders and lines are gone',
  async () => {
    expect(await changedFiles(copy.root)).not.toBe('')
    removeParts(copy.root)
    await writeWhatFollows()
    await command('run', '--silent', 'lint:parts')
    expect(await changedFiles(copy.root)).toBe('')
  },
  START_MS,
)

async function writeWhatFollows(): Promise<void> {
  await command('run', '--silent', 'parts')
  await command('run', '--silent', 'texts:extract')
  // A service brings packages of its own: what npm has not kept comes from the registry.
  await command('install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund')
}

/** npm, in the copy. */
function command(...args: string[]): Promise<string> {
  return run('npm', args, { cwd: copy.root })
}

/** Resolves to the address once the system says that it is ready. */
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
  throw new Error(`the system does not start:\n${lines.slice(-20).join('\n')}`)
}

async function stop(): Promise<void> {
  const running = system
  system = undefined
  if (!running || running.exitCode !== null) return
  const ended = once(running, 'exit')
  // Nobody reads on: what it still prints must not make it wait.
  running.stdout?.resume()
  running.kill('SIGTERM')
  await ended
}

async function headingAt(address: string): Promise<string> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(address)
    return (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  } finally {
    await browser.close()
  }
}
