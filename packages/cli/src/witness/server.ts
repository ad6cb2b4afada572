/** The HTTP interface of a witness: https://c2sp.org/tlog-witness */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fromUtf8, toBase64, toHex, utf8 } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { formatVkey, WITNESS_KEY } from '@inkproof/proof/note'
import { ProofError } from '@inkproof/proof/proof-error'
import { type AddCheckpointDeps, type Answer, addCheckpoint } from './add-checkpoint.ts'
import { BusyError } from './serialize.ts'
import { RetiredError } from './state.ts'

export type WitnessServerDeps = AddCheckpointDeps & {
  countEvidence(origin: string): Promise<number>
  log: WitnessLog
}

/** Where the witness reports what happens. */
export type WitnessLog = { info: (text: string) => void; error: (text: string) => void }

/** More than 16 signatures of 5 kB and 63 hashes need. */
const MAX_BODY_BYTES = 128 * 1024
const REQUEST_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 512

export function createWitnessServer(deps: WitnessServerDeps): Server {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (req, res) => {
      answer(deps, req)
        .catch((error: unknown) => failure(deps.log, error))
        .then((result) => send(res, result))
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  return server
}

async function answer(deps: WitnessServerDeps, req: IncomingMessage): Promise<Answer> {
  const path = (req.url ?? '').replace(/\?.*$/, '')
  if (path === '/add-checkpoint') {
    if (req.method !== 'POST') return notAllowed('POST')
    return answerSubmission(deps, req)
  }
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? []
  if (path !== '/' && originHash === undefined) return { status: 404, body: 'not found\n' }
  if (req.method !== 'GET' && req.method !== 'HEAD') return notAllowed('GET')
  return originHash === undefined ? status(deps) : checkpointOf(deps, originHash)
}

async function answerSubmission(deps: WitnessServerDeps, req: IncomingMessage): Promise<Answer> {
  const bytes = await readBody(req)
  if (!bytes) return { status: 413, body: `a request has at most ${MAX_BODY_BYTES} bytes\n` }
  let body: string
  try {
    body = fromUtf8(bytes)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { status: 400, body: 'invalid request: not UTF-8\n' }
  }
  return addCheckpoint(deps, body)
}

/** The newest cosigned checkpoint of a log, for monitors. */
function checkpointOf({ state }: WitnessServerDeps, originHash: string): Answer {
  const found = state.list().find(({ origin }) => toHex(nodeSha256(utf8(origin))) === originHash)
  return found ? { status: 200, body: found.note } : { status: 404, body: 'no checkpoint\n' }
}

/** The state of the witness for its operator, as JSON. It contains nothing secret. */
async function status(deps: WitnessServerDeps): Promise<Answer> {
  const { key, state, logs } = deps
  const list = [...logs.keys()].map(async (origin) => {
    const latest = state.latest(origin)
    return {
      origin,
      size: latest ? String(latest.size) : null,
      root: latest ? toBase64(latest.root) : null,
      contradictions: await deps.countEvidence(origin),
    }
  })
  const body = {
    name: key.name,
    key: formatVkey(key, WITNESS_KEY),
    retired: state.retiredBecause() ?? null,
    logs: await Promise.all(list),
  }
  return {
    status: 200,
    body: `${JSON.stringify(body, null, 2)}\n`,
    contentType: 'application/json',
  }
}

/** Resolves with undefined when the body is too long. The rest of it is discarded. */
function readBody(req: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    req.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= MAX_BODY_BYTES) chunks.push(chunk)
      else resolve(undefined)
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', reject)
  })
}

function notAllowed(method: string): Answer {
  return { status: 405, body: `use ${method}\n` }
}

/** Nothing was signed: the state is written first. The log may try again. */
function failure(log: WitnessLog, error: unknown): Answer {
  const isExpected = error instanceof BusyError || error instanceof RetiredError
  const reason = error instanceof Error ? error.message : String(error)
  if (!(error instanceof BusyError)) log.error(`not signed: ${reason}`)
  if (error instanceof RetiredError) return { status: 503, body: 'this witness is retired\n' }
  return { status: 503, body: isExpected ? 'busy\n' : 'the checkpoint could not be stored\n' }
}

function send(res: ServerResponse, { status, body, contentType }: Answer): void {
  res.writeHead(status, {
    'Content-Type': contentType ?? 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // Monitors may run in browsers. There are no credentials.
    'Access-Control-Allow-Origin': '*',
    ...(status === 413 && { Connection: 'close' }),
    ...(status === 405 && { Allow: body.includes('POST') ? 'POST' : 'GET, HEAD' }),
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}
