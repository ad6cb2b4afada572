/** Tests the entry process of the images with a service that blocks its event loop on request. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@inkproof/launcher/process/free-port'
import { isRunning } from '@inkproof/launcher/process/pid-file'
import { waitFor } from '@inkproof/launcher/process/wait'
import { afterEach, expect, test } from '@jest/globals'

const ENTRY = fileURLToPath(new URL('./entry.ts', import.meta.url))
const READY = { timeoutMs: 20_000, what: 'the service' }

const SERVICE = `
  let checks = 0
  require('node:http').createServer((req, res) => {
    if (req.url === '/healthz') checks += 1
    res.end(req.url === '/checks' ? String(checks) : String(process.pid))
    if (req.url === '/block') setTimeout(() => { for (;;); }, 50)
  }).listen(Number(process.env.PORT), '127.0.0.1')
  process.on('SIGTERM', () => process.exit(7))`

const entries: ChildProcess[] = []

afterEach(() => {
  for (const entry of entries.splice(0)) entry.kill('SIGKILL')
})

test('kills a service whose event loop is blocked, and exits with 1', async () => {
  const { get, exitCode } = await setup()
  const pid = Number(await get('/block'))
  expect(isRunning(pid)).toBe(true)
  expect(await exitCode).toBe(1)
  expect(isRunning(pid)).toBe(false)
})

test('stops the service on SIGTERM and exits with its code', async () => {
  const { entry, get, exitCode } = await setup()
  const pid = Number(await get('/'))
  entry.kill('SIGTERM')
  expect(await exitCode).toBe(7)
  expect(isRunning(pid)).toBe(false)
})

test('waits for a command that serves no requests, and exits with its code', async () => {
  const { exitCode } = await setup('setTimeout(() => process.exit(3), 200)', { isServer: false })
  expect(await exitCode).toBe(3)
})

async function setup(script = SERVICE, { isServer = true } = {}) {
  const port = await freePort()
  const command = [process.execPath, '-e', script]
  const entry = spawn(process.execPath, ['--import', 'tsx', ENTRY, ...command], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: 'ignore',
  })
  entries.push(entry)
  const exitCode = once(entry, 'exit').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${port}`
  const get = async (path: string) => (await fetch(url + path)).text()
  // The entry process has received the response to the check before the last one.
  const isChecked = async () => Number(await get('/checks').catch(() => 0)) >= 2
  if (isServer) await waitFor(isChecked, READY)
  return { entry, get, exitCode }
}
