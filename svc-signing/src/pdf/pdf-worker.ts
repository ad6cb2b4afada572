/** Reads, prepares and finishes PDF files, each in a separate process without keys (run-child.ts). */
import { UnusablePdf } from '@inkproof/pdf-signing/errors'
import {
  FINAL_SIGNATURE,
  type PreparedField,
  type RequestedField,
} from '@inkproof/pdf-signing/fields'
import type { Inspection } from '@inkproof/pdf-signing/inspect'
import type { PreparedPdf } from '@inkproof/pdf-signing/prepare'
import type { Report } from '@inkproof/pdf-signing/report/report'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import { answerQuestions } from './answer-questions.ts'
import type {
  AppendInput,
  FinishInput,
  FinishSigner,
  FinishValue,
  SealInput,
} from './finish-input.ts'
import { PreparedFields, readInspection } from './from-child.ts'
import {
  type AppendJob,
  type FinishJob,
  type SentId,
  type SentSigner,
  type SentValue,
  toBase64,
} from './messages.ts'
import { CHILD_PROGRAM, type ChildRun, runChild } from './run-child.ts'

/**
 * All functions throw UnusablePdf or SigningError with a code, `unreadable` if the process exceeded a limit, and AppError
 * UNAVAILABLE if too many files are waiting or the service is stopping.
 */
export type PdfWorker = {
  inspect(file: Uint8Array): Promise<Inspection>
  /** `signers`: the fields of each signer, in the order in which they will sign. */
  prepare(file: Uint8Array, signers: RequestedField[][], preparedAt: Date): Promise<PreparedPdf>
  /** Names and places the signatures that will be added to a file that is already signed. */
  planSignatures(file: Uint8Array, signers: RequestedField[][]): Promise<PreparedField[]>
  /**
   * Throws UnusablePdf `not-verifiable` if a verifier would not recognize the file as the prepared one of this envelope. The
   * process is not the one that prepared the file, which the upload could have taken over.
   */
  checkPrepared(prepared: Uint8Array, envelope: Uint8Array): Promise<void>
  /** Makes a PDF of a report. Throws AppError UNAVAILABLE also if that takes too long: a report has no other fault. */
  writeReport(report: Report): Promise<Uint8Array>
  /** As `finish`, for a file that is already signed. */
  append(input: AppendInput): Promise<Uint8Array>
  /** Throws what `timeStamp`, `validationData` and the functions of the digital IDs throw. Can be repeated. */
  finish(input: FinishInput): Promise<Uint8Array>
}

/** Shown by PDF readers in their list of attachments. */
const EVIDENCE_DESCRIPTION = 'Evidence of the signing request'
/** For reading or preparing a file. */
const READ_MS = 10_000
/** A report of 50 people and 1,000 steps takes 3 s. */
const REPORT_MS = 30_000
/** For finishing a file, with an addition for each signature, because authorities for time-stamps can be slow. */
const FINISH_MS = 60_000
const SIGNATURE_MS = 15_000
const MAX_CONCURRENT = 2
const MAX_QUEUED = 16

/**
 * `stop` ends the processes that are running.
 *
 * @param timeoutFactor multiplies the limits of time; for tests
 * @param program path of the program of the processes
 */
export function createPdfWorker(
  timeoutFactor = 1,
  program = CHILD_PROGRAM,
): PdfWorker & { stop(): void } {
  const runInQueue = createBoundedQueue(MAX_CONCURRENT, MAX_QUEUED)
  const stopping = new AbortController()
  const run = (options: Omit<ChildRun, 'signal' | 'program'>) =>
    runInQueue(() => runChild({ ...options, program, signal: stopping.signal }))
  const read = (job: ChildRun['job'], file: Uint8Array) =>
    run({ job, file, timeoutMs: Math.ceil(READ_MS * timeoutFactor), answer: refuseToAnswer })

  return {
    stop: () => stopping.abort(),
    async inspect(file) {
      const { result } = await read({ job: 'inspect' }, file)
      return parseUntrusted(() => readInspection(result))
    },
    async prepare(file, signers, preparedAt) {
      const job = { job: 'prepare', signers, preparedAt: preparedAt.toISOString() } as const
      const { result, bytes } = await read(job, file)
      return { bytes, fields: parseUntrusted(() => PreparedFields.parse(result)) }
    },
    async planSignatures(file, signers) {
      const { result } = await read({ job: 'plan', signers }, file)
      return parseUntrusted(() => PreparedFields.parse(result))
    },
    async checkPrepared(prepared, envelope) {
      await read({ job: 'check', envelope: toBase64(envelope) }, prepared)
    },
    async writeReport({ attachment: { data, ...attachment }, createdAt, ...report }) {
      const sent = { ...report, createdAt: createdAt.toISOString(), attachment }
      const timeoutMs = REPORT_MS * timeoutFactor
      const job = { job: 'report', report: sent } as const
      try {
        return (await run({ job, file: data, timeoutMs, answer: refuseToAnswer })).bytes
      } catch (error) {
        if (!(error instanceof UnusablePdf)) throw error
        throw new AppError('UNAVAILABLE', {}, { cause: error })
      }
    },
    append: (input) => seal(appendJob(input), input),
    finish: (input) => seal(finishJob(input), input),
  }

  async function seal(
    job: ChildRun['job'],
    input: SealInput & { signers: Pick<FinishSigner, 'digitalId'>[] },
  ): Promise<Uint8Array> {
    const { bytes } = await run({
      job,
      file: input.prepared,
      timeoutMs: (FINISH_MS + SIGNATURE_MS * input.signers.length) * timeoutFactor,
      answer: answerQuestions(input),
    })
    // Whatever the process did, what everybody saw and signed is still there.
    if (!startsWith(bytes, input.prepared)) throw new UnusablePdf('unreadable')
    return bytes
  }
}

function refuseToAnswer(): Promise<never> {
  throw new UnusablePdf('unreadable')
}

/** A process that returns another shape than its code would was taken over by the file. */
function parseUntrusted<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new UnusablePdf('unreadable', { cause: error })
  }
}

function startsWith(file: Uint8Array, start: Uint8Array): boolean {
  return file.length > start.length && Buffer.compare(file.subarray(0, start.length), start) === 0
}

function finishJob({ values, evidence, filledAt, signers, seal }: FinishInput): FinishJob {
  const all = [...signers, { field: FINAL_SIGNATURE, ...seal }]
  const sent = Object.entries(values).map(([name, value]) => [name, sendValue(value)] as const)
  return {
    job: 'finish',
    values: Object.fromEntries(sent),
    evidence: {
      name: evidence.name,
      data: toBase64(evidence.data),
      mediaType: 'application/json',
      description: EVIDENCE_DESCRIPTION,
    },
    filledAt: filledAt.toISOString(),
    signers: all.map(sendSigner),
  }
}

function sendValue(value: FinishValue): SentValue {
  if ('checked' in value) return value
  return { appearance: toBase64(value.appearance), text: value.text }
}

function appendJob({ seal, signerCount, signers }: AppendInput): AppendJob {
  const sent = signers.map(({ place, signer, ...id }) => ({
    ...sendId(id),
    signer,
    place: place && { ...place, appearance: toBase64(place.appearance) },
  }))
  return { job: 'append', signerCount, signers: sent, seal: sendId(seal) }
}

function sendSigner({ field, ...id }: FinishSigner): SentSigner {
  return { field, ...sendId(id) }
}

function sendId({ digitalId, signedAt }: Omit<FinishSigner, 'field'>): SentId {
  return {
    certificate: toBase64(digitalId.certificate),
    chain: digitalId.chain.map(toBase64),
    algorithm: digitalId.algorithm,
    signedAt: signedAt.toISOString(),
  }
}
