/** Records a recipient's signed statement. */
import { toHex } from '@inkproof/proof/bytes'
import type { SignRequest } from '@inkproof/protocol/sign-request'
import type { Statement } from '@inkproof/signing/statement'
import type { Actor } from './actor.ts'
import { beginAnswerTimes } from './answer-times.ts'
import { currentAttachments } from './attachments.ts'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import { checkStatement } from './check-statement.ts'
import type {
  EnvelopeFilter,
  EnvelopeRow,
  RecipientRow,
  RequestRow,
  StepRow,
} from './envelopes.model.ts'
import { inOrderOfActing } from './evidence.ts'
import { readStatement } from './read-statement.ts'
import { requireRecipient, requireStarted, requireTurn } from './request-state.ts'
import { appendStep } from './steps.ts'
import { areAllDone } from './turns.ts'

/**
 * Records the statement of a signer or approver, and completes the request if it is the last one. The same statement again
 * changes nothing.
 *
 * @throws AppError STATEMENT_REFUSED, and those of `requireTurn`
 */
export async function signRequest(
  deps: ChangeDeps,
  actor: Actor,
  body: SignRequest,
): Promise<EnvelopeRow> {
  const { appearances, digest, signed, statement } = readStatement(body)
  return changeRequest(deps, actor.read, async (row) => {
    const request = requireStarted(row)
    const recipient = requireRecipient(row, actor.recipient)
    if (recipient.statement?.digest === digest) return null
    const signedAt = deps.now()
    requireTurn(row, recipient, signedAt)
    const stored = {
      digest,
      signed: body.signedStatement,
      appearances: body.appearances,
      signedAt,
    }
    const recipients = row.recipients.map((item) =>
      item === recipient ? { ...item, statement: stored } : item,
    )
    const own = appendOwnSteps(row.steps, request, { recipient, statement, digest, signedAt })
    const isLast = areAllDone(recipients)
    const steps = isLast ? appendCompleted(own, request, recipients, signedAt) : own
    const act = recipient.role === 'approver' ? 'approve' : 'sign'
    const attachments = currentAttachments(row)
    const candidate = { request, recipient, recipients, steps, signed, appearances, act } as const
    await checkStatement({ ...candidate, attachments, pages: row.document.pages }, signedAt)
    const path = `recipients.${row.recipients.indexOf(recipient)}.statement`
    const times = begunTimes(recipients, request, signedAt)
    const set = { [path]: stored, ...times, ...(isLast && { state: 'completing' }) }
    return { steps, set, condition: sameAttachments(row) }
  })
}

/**
 * Otherwise, another file could replace what was checked. The last one decides: files are only appended, and the number of them
 * can be the same again after the job has deleted one.
 */
function sameAttachments({ attachments = [] }: EnvelopeRow): EnvelopeFilter {
  const last = attachments.at(-1)
  if (last === undefined) return {}
  const count = attachments.length
  return { attachments: { $size: count }, [`attachments.${count - 1}.file`]: last.file }
}

/** Returns when those have to act whose turn comes with this statement, by path. */
function begunTimes(
  recipients: readonly RecipientRow[],
  request: RequestRow,
  signedAt: Date,
): Record<string, Date> {
  const begun = beginAnswerTimes(recipients, request, signedAt)
  const changed = begun.flatMap(({ answerBy }, index) =>
    answerBy === undefined || answerBy === recipients[index]?.answerBy
      ? []
      : [[`recipients.${index}.answerBy`, answerBy] as const],
  )
  return Object.fromEntries(changed)
}

type OwnSteps = { recipient: RecipientRow; statement: Statement; digest: string; signedAt: Date }

/** Adds that the recipient consented, viewed the pages, and signed or approved. */
function appendOwnSteps(
  before: readonly StepRow[],
  { digest: envelope }: RequestRow,
  { recipient: { id: recipient, role }, statement, digest, signedAt }: OwnSteps,
): StepRow[] {
  const consent = toHex(statement.consent.fingerprint)
  const pages = statement.viewed.flat().reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const consented = { type: 'consented', claims: { recipient, consent } } as const
  const viewed = { type: 'viewed', claims: { recipient, pages: String(pages) } } as const
  const claims = { recipient, statement: digest }
  const steps = appendStep(
    appendStep(before, envelope, consented, signedAt),
    envelope,
    viewed,
    signedAt,
  )
  return role === 'approver'
    ? appendStep(steps, envelope, { type: 'approved', claims }, signedAt)
    : appendStep(steps, envelope, { type: 'signed', claims }, signedAt)
}

/** Adds that everybody has signed or approved. */
function appendCompleted(
  before: readonly StepRow[],
  { digest, prepared }: RequestRow,
  recipients: readonly RecipientRow[],
  at: Date,
): StepRow[] {
  const statements = inOrderOfActing(before, recipients).map(({ statement }) => statement.digest)
  const claims = { documents: prepared.fingerprint, statements: statements.join(' ') }
  return appendStep(before, digest, { type: 'completed', claims }, at)
}
