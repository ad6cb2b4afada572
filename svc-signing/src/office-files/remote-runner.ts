/** Sends files over a socket to the process `office-files`, which runs LibreOffice (converter-process.ts). */
import { request } from 'node:http'
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import type { Log } from '@inkproof/service-kit/log'
import { createSharedRead } from '@inkproof/service-kit/shared-read'
import { NOT_OFFERED, OFFERED, type StartedRunner } from './office-runner.ts'
import { SANDBOX_FAILURES, type SandboxFailure, type SandboxResult } from './run-sandboxed.ts'

export type RemoteRunnerDeps = {
  /** Path of the socket. */
  socket: string
  /** How long a conversion may take, including the time that it waits for others. */
  limitMs: number
  log: Log
}

const VERSION_TIMEOUT_MS = 5_000
/** How long an answer is reused: short, because the process can stop or start at any time. */
const VERSION_TIMES = { resolvedMs: 2_000, rejectedMs: 1_000 }
const MAX_VERSION_BYTES = 1_000

type Answer = { status: number; body: Uint8Array }
type Sent = { method: 'GET' | 'POST'; path: string; body?: Uint8Array; maxBytes: number }

/** The converter can be started, stopped and updated at any time. */
export function createRemoteRunner({ limitMs, log, socket }: RemoteRunnerDeps): StartedRunner {
  const stopping = new AbortController()
  const { read } = createSharedRead(async () => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(VERSION_TIMEOUT_MS)])
    const sent = { method: 'GET', path: '/version', maxBytes: MAX_VERSION_BYTES } as const
    const { body, status } = await send(socket, sent, signal)
    if (status !== 200) throw new Error('the converter of office files has no usable LibreOffice')
    return Buffer.from(body).toString()
  }, VERSION_TIMES)

  return [
    {
      version: () => read().catch(() => null),
      run: async (file, { extension }, cancelled): Promise<SandboxResult> => {
        const sent = { method: 'POST', path: `/${extension}`, body: file } as const
        const timeout = AbortSignal.timeout(limitMs)
        const signal = AbortSignal.any([cancelled, stopping.signal, timeout])
        try {
          return toResult(await send(socket, { ...sent, maxBytes: MAX_DOCUMENT_BYTES }, signal))
        } catch {
          const failure = timeout.aborted ? 'timeout' : signal.aborted ? 'aborted' : 'cannot-start'
          return { output: null, failure }
        }
      },
    },
    {
      name: 'office-files',
      isOptional: true,
      prepare: async () => {
        const version = await read().catch((error: unknown) => {
          log.warn({ problem: String(error) }, NOT_OFFERED)
        })
        if (version !== undefined) log.info({ version }, OFFERED)
      },
      check: async () => void (await read()),
      close: async () => stopping.abort(),
    },
  ]
}

function toResult({ body, status }: Answer): SandboxResult {
  if (status === 200) return { output: body }
  const text = Buffer.from(body).toString()
  const isKnown = (SANDBOX_FAILURES as readonly string[]).includes(text)
  return { output: null, failure: isKnown ? (text as SandboxFailure) : 'cannot-start' }
}

/** @throws Error if the converter cannot be reached or answers with too much, and the reason of `signal` */
function send(
  socketPath: string,
  { body, maxBytes, method, path }: Sent,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path, signal }, (response) => {
      const chunks: Uint8Array[] = []
      let size = 0
      response.on('data', (chunk: Uint8Array) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxBytes) sent.destroy(new Error('the converter answers with too much'))
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
