/**
 * The process `office-files`: runs LibreOffice for svc-signing, without keys and, in its container, without network. It answers on
 * a Unix socket in a folder that both processes can open:
 *
 *     GET /version       200 and the version of LibreOffice, or 503 if it cannot be used
 *     POST /<extension>  the file; 200 and the PDF; 422 and the SandboxFailure; 404 for other types, 413 for larger files; 503 if
 *                        LibreOffice cannot be used or too many files wait
 */
import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { MAX_OFFICE_BYTES } from '@inkproof/protocol/office-files'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Log } from '@inkproof/service-kit/log'
import type { OfficeProcessConfig } from '../config.ts'
import { createLocalRunner } from './local-runner.ts'
import { CONVERSION_MS, type OfficeRunner } from './office-runner.ts'
import { typeOfExtension } from './office-type.ts'

const CHECK_MS = 20_000
const MAX_WAITING = 5

/** Starts the process. Without a usable LibreOffice, it runs, logs why, and answers 503. */
export async function startOfficeConverter(
  config: OfficeProcessConfig,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const factor = config.STORE_TIMEOUT_FACTOR
  const [runner, { prepare, close }] = createLocalRunner({
    ...{ LIBREOFFICE: config.LIBREOFFICE, limitMs: CONVERSION_MS * factor },
    ...{ checkMs: CHECK_MS * factor, log },
  })
  await prepare()
  const runInQueue = createBoundedQueue(1, MAX_WAITING)
  const server = createServer((req, res) => {
    answer(req, res, runner, runInQueue).catch((error: unknown) => {
      log.warn({ err: error }, 'a request was not answered')
      end(res, 503)
    })
  })
  await listen(server, config.OFFICE_SOCKET)
  log.info({ socket: config.OFFICE_SOCKET }, 'listening')
  return {
    stop: async () => {
      await close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Listens under a name of its own, then renames the socket to `path`. This replaces the socket of a killed process or of one that
 * still runs. When a server closes, Node.js removes the path under which it began to listen, which must not be the socket of the next
 * process.
 */
async function listen(server: Server, path: string): Promise<void> {
  const own = `${path}.${randomBytes(3).toString('hex')}`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(own, resolve)
  })
  await rename(own, path)
}

type Queue = ReturnType<typeof createBoundedQueue>

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  runner: OfficeRunner,
  runInQueue: Queue,
): Promise<void> {
  const version = await runner.version()
  if (version === null) return end(res, 503)
  if (req.method === 'GET' && req.url === '/version') return end(res, 200, version)
  const type = typeOfExtension((req.url ?? '').slice(1))
  if (req.method !== 'POST' || type === undefined) return end(res, 404)
  const leaving = new AbortController()
  res.on('close', () => leaving.abort())
  const file = await read(req)
  if (file === null) return end(res, 413)
  const result = await runInQueue(() => runner.run(file, type, leaving.signal))
  if (result.output === null) end(res, 422, result.failure)
  else end(res, 200, result.output)
}

function end(res: ServerResponse, status: number, body: Uint8Array | string = ''): void {
  if (!res.headersSent) res.writeHead(status, { 'content-type': 'application/octet-stream' })
  res.end(body)
}

/** Null if the file is too large. */
async function read(req: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_OFFICE_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
