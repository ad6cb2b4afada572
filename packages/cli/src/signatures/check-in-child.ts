import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import type { SignedPdf } from '@inkproof/pdf-signatures/evidence/check-signed-pdf'
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'

/** The loader of the workspace may add a query to the address of a module. */
const { pathname: PATHNAME } = new URL(import.meta.url)
const IS_SOURCE = PATHNAME.endsWith('.ts')
/** In this workspace, the child compiles its source first. */
const TIMEOUT_MS = IS_SOURCE ? 60_000 : 10_000
const MAX_HEAP_MB = 1024

/** Why there is no report. */
export type CheckFailure = 'too-long' | 'failed'

/**
 * Checks the signatures of a PDF file in a separate process, which has 10 s and 1 GB of memory.
 *
 * @param path of a readable file
 * @param trustedRoots the certificates of trusted authorities, DER
 */
export async function checkInChild(
  path: string,
  trustedRoots: readonly Uint8Array[],
  timeoutMs = TIMEOUT_MS,
): Promise<PdfSignatures | CheckFailure> {
  const input = { path, evidence: null, trustedRoots, withRequest: false }
  const { failure, output } = await runChild(input, timeoutMs)
  return failure ?? (JSON.parse(output) as PdfSignatures)
}

/** The same with the signing request of the file. @param evidence path of the evidence beside it; null if there is none */
export async function checkSignedPdfInChild(
  path: string,
  evidence: string | null,
): Promise<SignedPdf | CheckFailure> {
  const { failure, output } = await runChild({
    path,
    evidence,
    trustedRoots: [],
    withRequest: true,
  })
  return failure ?? (deserialize(Buffer.from(output, 'base64')) as SignedPdf)
}

type Input = {
  path: string
  evidence: string | null
  trustedRoots: readonly Uint8Array[]
  withRequest: boolean
}
type Output = { failure: CheckFailure | null; output: string }

async function runChild(
  { trustedRoots, ...input }: Input,
  timeoutMs = TIMEOUT_MS,
): Promise<Output> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, ...program()], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  const roots = trustedRoots.map((root) => Buffer.from(root).toString('base64'))
  // Writing fails if the child exits early; its exit code is checked below.
  child.stdin.on('error', () => undefined).end(JSON.stringify({ ...input, trustedRoots: roots }))
  const [output, [code, signal]] = await Promise.all([text(child.stdout), closed])
  if (code === 0) return { failure: null, output }
  return { failure: signal === 'SIGKILL' ? 'too-long' : 'failed', output: '' }
}

/** The program of the child: in this workspace its source, which needs a loader; in the published package JavaScript. */
function program(): string[] {
  const path = fileURLToPath(
    new URL(IS_SOURCE ? './check-child.ts' : './check-child.js', `file://${PATHNAME}`),
  )
  return IS_SOURCE
    ? ['--import', `file://${createRequire(import.meta.url).resolve('tsx')}`, path]
    : [path]
}
