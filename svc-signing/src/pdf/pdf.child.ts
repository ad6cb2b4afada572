/**
 * The process that reads PDF files of unknown origin: one job, then it ends. It has no keys and no settings, and asks the
 * service for signatures and time-stamps. Frames arrive at its standard input and leave by file descriptor 3.
 */
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { SigningError, UnusablePdf } from '@inkproof/pdf-signing/errors'
import type { Inspection } from '@inkproof/pdf-signing/inspect'
import type { Ask } from './child-keys.ts'
import { readFrames, writeFrame } from './frames.ts'
import { type Answer, fromBase64, type Job, type Outcome } from './messages.ts'

/** Ends this process in time even if the service no longer can, and a file keeps the main thread busy. */
function limitTime(timeoutMs: number): void {
  const program = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${timeoutMs})`
  new Worker(program, { eval: true, execArgv: [] }).unref()
}

/** Loads only the code of its job, because loading all of it takes longer than most jobs. */
async function run(job: Job, file: Uint8Array, ask: Ask): Promise<[unknown, Uint8Array?]> {
  switch (job.job) {
    case 'inspect':
      return [await inspectUpload(file)]
    case 'plan': {
      const { planSignatures } = await import('@inkproof/pdf-signing/plan-signatures')
      return [await planSignatures(file, job.signers)]
    }
    case 'check':
      return [await checkPrepared(file, fromBase64(job.envelope))]
    case 'report': {
      const { writeReport } = await import('@inkproof/pdf-signing/report/write-report')
      const { attachment, createdAt, ...report } = job.report
      const sent = { ...attachment, data: file }
      return [
        null,
        await writeReport({ ...report, createdAt: new Date(createdAt), attachment: sent }),
      ]
    }
    case 'finish': {
      const { finish } = await import('./finish.ts')
      return [null, await finish(job, file, ask)]
    }
    case 'append': {
      const { append } = await import('./append.ts')
      return [null, await append(job, file, ask)]
    }
    case 'prepare': {
      const { prepare } = await import('@inkproof/pdf-signing/prepare')
      const { signers, preparedAt } = job
      const { fields, bytes } = await prepare(file, { signers, preparedAt: new Date(preparedAt) })
      return [fields, bytes]
    }
  }
}

/** A signed file is accepted only if the finished document can be verified: what is not valid before, is not valid afterwards. */
async function inspectUpload(file: Uint8Array): Promise<Inspection> {
  const { inspect } = await import('@inkproof/pdf-signing/inspect')
  const inspection = await inspect(file)
  if (inspection.signing === 'rewrite') return inspection
  const { checkPdfSignatures } = await import('@inkproof/pdf-signatures/check')
  const { hasOnlyIntactSignatures } = await import('@inkproof/pdf-signatures/verdict')
  const { signatures } = await checkPdfSignatures(file, { trustedRoots: [], now: new Date() })
  if (!hasOnlyIntactSignatures(signatures)) throw new UnusablePdf('signatures-not-valid')
  return inspection
}

/** What a verifier checks of the prepared file is checked before anybody signs it. */
async function checkPrepared(file: Uint8Array, encoded: Uint8Array): Promise<null> {
  const { isExpectedForm } = await import('@inkproof/pdf-signatures/evidence/expected-form')
  const { decodeEnvelope } = await import('@inkproof/signing/envelope-codec')
  if (!(await isExpectedForm(new Uint8Array(file), decodeEnvelope(encoded))))
    throw new UnusablePdf('not-verifiable')
  return null
}

function refusal(error: unknown): Outcome {
  if (error instanceof UnusablePdf) return { refused: 'UnusablePdf', code: error.code }
  if (!(error instanceof SigningError)) throw error
  return { refused: 'SigningError', code: error.code, details: error.details }
}

limitTime(Number(process.argv[2]))
const output = new Socket({ fd: 3 })
const input = readFrames(process.stdin)

const ask: Ask = async (question) => {
  writeFrame(output, question)
  const { value } = await input.next()
  // The service ends this process if it has no answer.
  return value?.message as Answer
}

const { value: first } = await input.next()
if (!first) process.exit(1)
try {
  const [result, bytes] = await run(first.message as Job, first.bytes, ask)
  writeFrame(output, { result } satisfies Outcome, bytes)
} catch (error) {
  writeFrame(output, refusal(error))
}
output.end(() => process.exit(0))
