/**
 * Starts the built svc-documents with a separate database and log folder, as an API process and log
 * processes that a test can kill.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { finalizeBlocks } from '@inkproof/launcher/parts/finalize-blocks'
import { freePort } from '@inkproof/launcher/process/free-port'
import { loadKeys } from '@inkproof/launcher/system/keys'
import { startTestGateway, type TestGateway } from '@inkproof/launcher/testing/gateway'
import { Redis } from 'ioredis'
import type { Installation } from './installation.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const SERVICE = join(ROOT, 'svc-documents')
const run = promisify(execFile)

export type DocumentsService = {
  /** Base URL of the API, without a trailing slash. */
  url: string
  /** What the auditor compares; includes the address and the folder of the log's files, which a gateway serves. */
  installation: Installation
  chainUrl: string
  contract: string
  operator: string
  token: string
  /** Starts a log process, which `stop` ends if it still runs. */
  startLog(): ChildProcess
  /** Kills the API, simulating a crash, and resolves when its replacement responds. */
  crashApi(): Promise<void>
  /** Folder with the keys, the log and the output of the processes. */
  folder: string
  stop(): Promise<void>
}

export async function startDocuments(): Promise<DocumentsService> {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-faults-'))
  const keys = await loadKeys(folder)
  const mongo = new URL(requireUrl('MONGO'))
  mongo.pathname = `/faults-${randomUUID()}`
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    ...keys,
    MONGO_URL: mongo.href,
    REDIS_URL: requireUrl('REDIS'),
    CHAIN_URL: requireUrl('CHAIN'),
    LOG_DIR: join(folder, 'log'),
    LOG_COPY_DIR: join(folder, 'log-copy'),
    ANCHOR_MS: '1000',
    // Raises the daily limit per user, which the load exceeds.
    CERTIFICATES_A_DAY: '1000000',
  }
  await run('npm', ['run', 'build', '-w', 'svc-documents'], { cwd: ROOT })
  const contract = await deploy(env)
  const apiPort = await freePort()
  const startApi = () => start('api', { ...env, PORT: String(apiPort) }, folder)
  let api = startApi()
  const url = `http://127.0.0.1:${apiPort}`
  await waitUntilResponding(`${url}/readyz`)
  const stopFinalizing = finalizeBlocks(env.CHAIN_URL)
  const stores = [env.LOG_DIR, env.LOG_COPY_DIR] as const
  const gateway = await startGateway(folder, env.LOG_DIR, url)
  const logs: ChildProcess[] = []
  return {
    url,
    folder,
    contract,
    installation: {
      origin: url,
      recordUrl: `${gateway.origin}/log`,
      stores,
      chainUrl: env.CHAIN_URL,
      documentsUrl: env.MONGO_URL,
    },
    chainUrl: env.CHAIN_URL,
    operator: keys.OPERATOR,
    token: await signIn(env.REDIS_URL, keys.SESSION_KEY),
    startLog: () => {
      const log = start('log', { ...env, PORT: '0' }, folder)
      logs.push(log)
      return log
    },
    crashApi: async () => {
      await killHard(api)
      api = startApi()
      await waitUntilResponding(`${url}/readyz`)
    },
    stop: async () => {
      stopFinalizing()
      for (const log of logs) await killHard(log)
      await gateway.stop()
      await stopProcess(api)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills a process with SIGKILL and waits until it has exited. */
export async function killHard(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill('SIGKILL')
  await ended
}

/** Resolves when the URL responds with a success status. */
async function waitUntilResponding(url: string, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const isOk = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOk) return
    if (Date.now() > deadline) throw new Error(`${url} did not respond within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function start(role: string, env: Record<string, string>, folder: string): ChildProcess {
  const log = openSync(join(folder, `${role}.log`), 'a')
  return spawn(process.execPath, ['dist/main.js', role], {
    cwd: SERVICE,
    env,
    stdio: ['ignore', log, log],
  })
}

/** The gateway serves only the record; these tests call the API past it. */
function startGateway(folder: string, log: string, api: string): Promise<TestGateway> {
  return startTestGateway({ folder, www: folder, log, services: { documents: api } })
}

async function stopProcess(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit')
  process.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`the API exited with ${code} after SIGTERM`)
}

/** Deploys the contract as the one-shot service of docker-compose.yml does. */
async function deploy(env: Record<string, string>): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'contracts/deploy.main.ts')],
    { cwd: ROOT, env },
  )
  return (JSON.parse(stdout) as { address: string }).address.toLowerCase()
}

/** Creates a session as svc-auth does: the record in Redis, and a token that refers to it. */
async function signIn(redisUrl: string, sessionKey: string): Promise<string> {
  const redis = new Redis(redisUrl)
  const sid = randomUUID()
  const ids = { accountId: randomUUID(), workspaceId: randomUUID() }
  const record = { ...ids, role: 'owner', startedAtMs: Date.now() }
  await redis.set(`session:{${ids.accountId}}:${sid}`, JSON.stringify(record), 'EX', 3_600)
  await redis.quit()
  const jwk = JSON.parse(Buffer.from(sessionKey, 'base64url').toString()) as { kid: string }
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { aud: 'inkproof', iss: 'inkproof', iat, exp: iat + 3_600 }
  const parts = [
    { alg: 'ES256', typ: 'JWT', kid: jwk.kid },
    { sub: record.accountId, sid, ...claims },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const key = createPrivateKey({ key: jwk as Record<string, string>, format: 'jwk' })
  const signed = parts.join('.')
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

function requireUrl(name: 'MONGO' | 'REDIS' | 'CHAIN'): string {
  const url = process.env[`INKPROOF_TEST_${name}_URL`]
  if (!url)
    throw new Error(`INKPROOF_TEST_${name}_URL is not set: run this with npm run test:faults`)
  return url
}
