/** Runs the worker that checks one PDF file, answers its questions, and ends it. */
import type { RequestCheck } from '@inkproof/pdf-signatures/evidence/verify-request'
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'
import type { FromWorker, Question, ToWorker, Trust } from './messages.ts'
import type { SignatureCheck } from './signature-check.ts'

/** The part of Worker used here. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** What the page knows and may request. */
export type RecordAccess = {
  loadTrust: () => Promise<Trust>
  answer: (question: Question) => Promise<unknown>
}

/**
 * After this time without waiting for an answer, the worker is ended: a file made for that could otherwise occupy it
 * forever.
 */
const TIMEOUT_MS = 10_000
/** The same for all answers together. */
const TOTAL_MS = 90_000

/** Resolves to the result; to `none` after `signal` was aborted. */
export async function runWorker(
  worker: WorkerPort,
  message: Extract<ToWorker, { type: 'file' }>,
  { access, signal }: { access: RecordAccess; signal: AbortSignal },
): Promise<SignatureCheck> {
  const listeners = new AbortController()
  try {
    return await new Promise<SignatureCheck>((resolve) => {
      const options = { signal: listeners.signal }
      let found: Found | null = null
      let asked = 0
      const fail = (reason: 'too-long' | 'not-readable' | 'not-loaded') =>
        resolve(
          found === null
            ? { step: 'failed', reason }
            : { step: 'checked', ...found, request: notChecked(found) },
        )
      let timer = setTimeout(() => fail('too-long'), TIMEOUT_MS)
      const total = setTimeout(() => fail('too-long'), TOTAL_MS)
      listeners.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        clearTimeout(total)
      })
      const answer = async (id: number, question: Question) => {
        clearTimeout(timer)
        asked += 1
        const reply = await access.answer(question).then(
          (result): ToWorker => ({ type: 'answer', id, result }),
          (error): ToWorker => ({ type: 'no-answer', id, reason: String(error) }),
        )
        asked -= 1
        if (listeners.signal.aborted) return
        if (asked === 0) timer = setTimeout(() => fail('too-long'), TIMEOUT_MS)
        worker.postMessage(reply)
      }
      const receive = (data: FromWorker) => {
        if (data.type === 'failed') return fail('not-readable')
        if (data.type === 'ask') return void answer(data.id, data.question)
        if (data.type === 'verified')
          return resolve((found && { step: 'checked', ...found, request: data.request }) || NONE)
        const { evidence, report } = data
        found = { report, ...(evidence !== undefined && { evidence }) }
        if (!data.hasRequest) resolve({ step: 'checked', ...found })
      }
      signal.addEventListener('abort', () => resolve(NONE), options)
      worker.addEventListener(
        'message',
        (event) => receive((event as MessageEvent<FromWorker>).data),
        options,
      )
      worker.addEventListener('error', () => fail('not-loaded'), options)
      worker.postMessage(message)
    })
  } finally {
    listeners.abort()
    worker.terminate()
  }
}

/** What is known before the signing request is verified. */
type Found = { report: PdfSignatures; evidence?: string }

const NONE: SignatureCheck = { step: 'none' }

/** The answer if the verification of the signing request did not end. */
function notChecked({ report }: Found): RequestCheck {
  const isRecord = report.signatures.length === 0
  return { ...NOT_CHECKED, ...(isRecord && { signingRecord: { documents: [] } }) }
}

const NOT_CHECKED: RequestCheck = {
  verdict: 'incomplete',
  request: null,
  participants: [],
  checks: [],
  record: null,
  isIssuerKnown: false,
  hasOtherSignatures: false,
  signaturesBefore: 0,
}
