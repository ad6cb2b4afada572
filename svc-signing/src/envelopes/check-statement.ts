/**
 * Decides whether a signed statement is accepted. The request as it would be with the statement is verified by the code that
 * later verifies the finished document, so that nothing is accepted that nobody could verify; then come the checks that
 * only the service can make.
 */
import { equal, fromBase64Url, toHex } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { ProofError } from '@inkproof/proof/proof-error'
import type { EnvelopeField, PageSize } from '@inkproof/protocol/envelopes'
import { signerLimits } from '@inkproof/protocol/sign-request'
import { AppError } from '@inkproof/service-kit/app-error'
import { parseAppearance } from '@inkproof/signing/appearance-stream'
import { signingDaysAt } from '@inkproof/signing/date-limits'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { formatEvidence } from '@inkproof/signing/evidence'
import type { Field } from '@inkproof/signing/field'
import { findValueProblem, hasControlCharacter, isShown } from '@inkproof/signing/field-value'
import { hiddenKey, type RevealedValue, revealedText } from '@inkproof/signing/hidden-value'
import type { SignedStatement } from '@inkproof/signing/signed-statement'
import { type Act, decodeStatement, type Statement } from '@inkproof/signing/statement'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { findAttachmentProblem } from './attachments.ts'
import { findSeenProblem } from './earlier-values.ts'
import type { AttachmentRow, RecipientRow, RequestRow, StepRow } from './envelopes.model.ts'
import { describeEvidence } from './evidence.ts'
import { isActive } from './turns.ts'

export type Candidate = {
  request: RequestRow
  pages: readonly PageSize[]
  /** Who signs, approves or declines. */
  recipient: RecipientRow
  /** What they do according to the call and their role. */
  act: Act
  /** All recipients and steps, including the new statement's. */
  recipients: readonly RecipientRow[]
  steps: readonly StepRow[]
  signed: SignedStatement
  appearances: readonly Uint8Array[]
  /** The files that were attached last to each field. */
  attachments: readonly AttachmentRow[]
}

/**
 * Accepts the statement of a candidate, or throws.
 *
 * @param now the service's time, with which the time and the date of signing are compared
 * @throws AppError STATEMENT_REFUSED with the reason's code
 */
export async function checkStatement(candidate: Candidate, now: Date): Promise<void> {
  try {
    const statement = decodeStatement(candidate.signed.statement)
    checkRecord(candidate, statement)
    checkTime(statement, now)
    checkSeen(candidate, statement)
    checkRevealed(candidate, statement)
    const { fields } = decodeEnvelope(fromBase64Url(candidate.request.envelope))
    checkReadOnly(candidate, statement, fields)
    checkSizes(candidate)
    checkEntries(candidate, fields, now)
    checkOwnValues(candidate, now)
    checkAttachments(candidate)
    checkAppearances(candidate)
    await checkAsVerifier(candidate, statement)
    checkPasskey(candidate)
  } catch (error) {
    if (error instanceof ProofError) throw refused(error.code, error)
    throw error
  }
}

/** The error of a statement. `reason` is a code, such as those of packages/signing. */
export function refused(reason: string, cause?: unknown): AppError {
  const issues = [{ path: 'signedStatement', message: reason }]
  return new AppError('STATEMENT_REFUSED', { issues }, { cause })
}

function must(condition: boolean, reason: string): void {
  if (!condition) throw refused(reason)
}

/** Checks of a verifier that cannot be made before the request is completed and in the record. */
const LATER: ReadonlySet<string> = new Set(['record', 'completion', 'participants'])

async function checkAsVerifier(candidate: Candidate, { recipient }: Statement): Promise<void> {
  must(recipient === candidate.recipient.id, 'OTHER_RECIPIENT')
  const { request, recipients, steps } = candidate
  const evidence = describeEvidence(request, steps, recipients, '')
  const own = evidence.statements.length - 1
  const parts = { record: null, pdf: null }
  // All others were checked when they were accepted. The last one is accepted only if the file with all of them verifies.
  const isLast = steps.at(-1)?.type === 'completed'
  const { checks } = isLast
    ? await verifyEvidence({ ...parts, evidence: formatEvidence(evidence) })
    : await verifyEvidence({ ...parts, evidence, onlyStatement: own })
  const failure = checks.find(({ id, outcome }) => outcome === 'failed' && !LATER.has(id))
  if (failure) throw refused(failure.reason)
  // What the verifier could not decide without the PDF and the record is not part of a statement.
  const isVerified = checks.some(
    ({ id, outcome, statement }) => id === 'signature' && statement === own && outcome === 'passed',
  )
  must(isVerified, 'SIGNATURE_NOT_CHECKED')
}

/**
 * Any P-256 key can sign what looks like the response of a passkey, and verifiers would then say that a passkey signed. So such a
 * response is accepted only for a key that was bound as a passkey, with the key that svc-auth has, and required for it.
 */
function checkPasskey({ recipient, signed }: Candidate): void {
  const isBound = recipient.key?.passkey !== undefined
  must(isBound === (signed.signature.type === 'passkey'), 'OTHER_KEY_TYPE')
}

function checkRecord(
  { act: expected, request, signed }: Candidate,
  { act, chainId, origin }: Statement,
): void {
  must(act === expected, 'OTHER_ACT')
  must(origin === request.origin && chainId === request.chainId, 'OTHER_RECORD')
  // The service obtains time-stamps itself.
  must(signed.timeStamp === undefined, 'TIME_STAMP_NOT_ALLOWED')
}

/**
 * A browser's clock may be wrong. But verifiers show the time of the statement, so nobody may date their signature to another
 * day.
 */
function checkTime({ time }: Statement, now: Date): void {
  must(Math.abs(time.getTime() - now.getTime()) <= DAY_MS, 'OTHER_TIME')
}

/** A statement must name everything that was shown. The verifier cannot check this, because it does not know what was shown. */
function checkSeen({ recipient, recipients }: Candidate, statement: Statement): void {
  const problem = findSeenProblem(statement, recipients, recipient)
  if (problem) throw refused(problem)
}

/** Everything that is hidden must be revealed: it goes into the finished document. */
function checkRevealed({ signed: { revealed } }: Candidate, { values }: Statement): void {
  const keys = new Set(revealed.map(hiddenKey))
  must(
    values.every((value) => keys.has(hiddenKey(value))),
    'VALUE_NOT_REVEALED',
  )
}

/**
 * The prepared document does not contain the defaults of read-only fields, so the statement must, unless they are not shown. A
 * verifier compares them.
 */
function checkReadOnly(
  { recipient, signed }: Candidate,
  { act, values }: Statement,
  fields: readonly Field[],
): void {
  const stated = new Set(values.map(hiddenKey))
  const texts = signed.revealed.filter(({ kind }) => kind === 'value')
  // Conditions name fields of the same recipient.
  const entered = new Map(texts.map((item) => [item.field, revealedText(item)]))
  const isComplete = fields
    .filter((field) => field.readOnly && field.recipient === recipient.original)
    .filter((field) => isShown(field, entered))
    .every(({ id }) => stated.has(hiddenKey({ field: id, kind: 'value' })))
  must(act === 'decline' || isComplete, 'VALUE_MISSING')
}

/** All statements of a request fit into its row, and into what the process that finishes the document accepts. */
function checkSizes({ appearances, recipients, signed: { revealed } }: Candidate): void {
  const signers = recipients.filter((item) => item.role === 'signer' && isActive(item)).length
  const limits = signerLimits(Math.max(1, signers))
  must(sizeOf(appearances) <= limits.appearances, 'APPEARANCES_TOO_LARGE')
  must(sizeOf(revealed.map(({ content }) => content)) <= limits.texts, 'TEXTS_TOO_LONG')
}

function sizeOf(items: readonly Uint8Array[]): number {
  return items.reduce((sum, { length }) => sum + length, 0)
}

/**
 * Checks what a verifier does not refuse: control characters, which earlier evidence may contain, and dates by the clock of this
 * service. A verifier compares them with the time of the statement, which may be a day off.
 */
function checkEntries({ signed }: Candidate, fields: readonly Field[], now: Date): void {
  const byId = new Map(fields.map((field) => [field.id, field]))
  for (const item of signed.revealed.filter(({ kind }) => kind === 'value')) {
    const field = byId.get(item.field)
    if (field === undefined) continue
    const value = revealedText(item)
    must(!hasControlCharacter(field, value), 'CONTROL_CHARACTER')
    const problem =
      field.type === 'date' ? findValueProblem(field, value, signingDaysAt(now)) : null
    must(problem === null, 'INVALID_VALUE')
  }
}

/** Name, address and day of signing are not the signer's to choose. */
function checkOwnValues({ recipient, request, signed }: Candidate, now: Date): void {
  const types = new Map(request.fields.map(({ id, type }) => [id, type]))
  for (const item of signed.revealed.filter(({ kind }) => kind === 'value')) {
    const text = revealedText(item)
    switch (types.get(item.field)) {
      case 'name':
        must(text === recipient.name, 'OTHER_NAME')
        break
      case 'email':
        must(text === recipient.email, 'OTHER_EMAIL')
        break
      case 'signing-date':
        must(daysNow(now).includes(text), 'OTHER_DATE')
        break
      default:
    }
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The days that it is now in some time zone: from UTC−12 to UTC+14. */
function daysNow(now: Date): string[] {
  return [-12, 0, 14].map((hours) =>
    new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(0, 10),
  )
}

/** The files themselves are not in the statement, so they must be stored. */
function checkAttachments({ attachments, recipient, signed }: Candidate): void {
  const problem = findAttachmentProblem(signed, recipient, attachments)
  if (problem) throw refused(problem)
}

/** Checks that exactly the streams are there that the statement commits to, and that they only draw inside their fields. */
function checkAppearances({ appearances, pages, request, signed }: Candidate): void {
  const streams = new Map(appearances.map((bytes) => [toHex(nodeSha256(bytes)), bytes]))
  must(streams.size === appearances.length, 'APPEARANCE_REPEATED')
  const used = new Set<string>()
  for (const item of signed.revealed.filter(({ kind }) => kind === 'appearance')) {
    const field = request.fields.find(({ id }) => id === item.field)
    // The prepared document contains both appearances of a checkbox and a radio button.
    const isButton = field?.type === 'checkbox' || field?.type === 'radio'
    must(field !== undefined && !isButton, 'WRONG_VALUE_KIND')
    const stream = findStream(streams, item)
    parseAppearance(stream, shownSize(field as EnvelopeField, pages))
    used.add(toHex(item.content))
  }
  must(used.size === streams.size, 'APPEARANCE_NOT_USED')
}

function findStream(
  streams: ReadonlyMap<string, Uint8Array>,
  { content }: RevealedValue,
): Uint8Array {
  const stream = streams.get(toHex(content))
  if (!stream || !equal(nodeSha256(stream), content)) throw refused('APPEARANCE_MISSING')
  return stream
}

/** Width and height of a field as it is shown on its page. */
function shownSize({ page, rectangle }: EnvelopeField, pages: readonly PageSize[]) {
  const { height, width } = rectangle
  const rotation = pages[page - 1]?.rotation ?? 0
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}
