/** A real S3-compatible server for tests: versitygw, which stores objects in a folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT } from '../release/paths.ts'

const VERSION = '1.8.0'
const MODULE = `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`
/** Built once for all tests; takes about two minutes. */
const TOOLS = path.join(ROOT, '.inkproof/tools')
const PROGRAM = path.join(TOOLS, `versitygw-${VERSION}`)
/** Go's own installer does not add its folder to PATH. */
const GO_PATH = `${process.env['PATH']}:/usr/local/go/bin`
const START_TIMEOUT_MS = 20_000

export type TestStorage = {
  /** The variables by which AWS clients find the server and its credentials. */
  env: Record<string, string>
  stop(): Promise<void>
}

/**
 * Starts the server on a free port, with empty buckets of these names below `folder`.
 *
 * @throws Error that says what to install if the server cannot be built
 */
export async function startStorage(folder: string, buckets: string[]): Promise<TestStorage> {
  await buildOnce()
  const [data, metadata] = [path.join(folder, 'buckets'), path.join(folder, 'metadata')]
  for (const bucket of buckets) mkdirSync(path.join(data, bucket), { recursive: true })
  mkdirSync(metadata, { recursive: true })
  const port = await freePort()
  const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' }
  const server = spawn(
    PROGRAM,
    ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', metadata, data],
    {
      env: {
        ...process.env,
        ROOT_ACCESS_KEY: credentials.accessKeyId,
        ROOT_SECRET_KEY: credentials.secretAccessKey,
      },
      stdio: 'ignore',
    },
  )
  await waitForPort(port, server)
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: 'us-east-1',
    },
    stop: async () => {
      server.kill()
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    },
  }
}

async function buildOnce(): Promise<void> {
  if (existsSync(PROGRAM)) return
  mkdirSync(TOOLS, { recursive: true })
  const folder = mkdtempSync(path.join(TOOLS, 'versitygw-build-'))
  const env = { ...process.env, PATH: GO_PATH, GOBIN: folder }
  try {
    await promisify(execFile)('go', ['install', MODULE], { env })
    renameSync(path.join(folder, 'versitygw'), PROGRAM)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing
      ? 'Go is not installed: see https://go.dev/dl'
      : (error as Error).message
    throw new Error(`versitygw, the S3-compatible server of this test, cannot be built: ${reason}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function waitForPort(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  const responds = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  while (!(await responds())) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`${PROGRAM} did not start`)
    await delay(50)
  }
}
