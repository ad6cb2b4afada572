/** Records a recipient's signed statement. */
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { SignRequest } from '@inkproof/protocol/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { decodeSignedStatement, type SignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement, type Statement, statementDigest } from '@inkproof/signing/statement'
import type { RecipientPath } from './bind-key.ts'
import { changeRequest, type RequestChange } from './change-request.ts'
import { checkStatement, refused } from './check-statement.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow, RecipientRow, RequestRow, StepRow } from './envelopes.model.ts'
import { inOrderOfSigning } from './evidence.ts'
import { requireOpen, requireRecipient, requireStarted } from './request-state.ts'
import { appendStep } from './steps.ts'

export type SignDeps = {
  envelopes: Pick<EnvelopeStore, 'findInWorkspace' | 'change'>
  now: () => Date
}

/**
 * Records a statement, and completes the request if it is the last one. The same statement again changes nothing.
 *
 * @throws AppError STATEMENT_REFUSED, ALREADY_SIGNED, and those of `request-state`
 */
export async function signRequest(
  deps: SignDeps,
  { accountId, workspaceId }: Pick<Session, 'accountId' | 'workspaceId'>,
  path: RecipientPath,
  body: SignRequest,
): Promise<EnvelopeRow> {
  const { signed, statement, appearances } = decode(body)
  const digest = toHex(statementDigest(signed.statement))
  const read = () => deps.envelopes.findInWorkspace(workspaceId, path.id)
  return changeRequest(deps, read, async (row) => {
    const request = requireStarted(row)
    const recipient = requireRecipient(row, path.recipient, accountId)
    if (recipient.statement?.digest === digest) return null
    if (recipient.statement) throw new AppError('ALREADY_SIGNED')
    const signedAt = deps.now()
    requireOpen(row, signedAt)
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
    const isLast = recipients.every((item) => item.statement)
    const steps = isLast ? appendCompleted(own, request, recipients, signedAt) : own
    const candidate = { request, recipient, recipients, steps, signed, appearances }
    await checkStatement({ ...candidate, pages: row.document.pages }, signedAt)
    return change(row, recipient, stored, steps, isLast)
  })
}

function change(
  row: EnvelopeRow,
  recipient: RecipientRow,
  stored: RecipientRow['statement'],
  steps: StepRow[],
  isLast: boolean,
): RequestChange {
  const path = `recipients.${row.recipients.indexOf(recipient)}.statement`
  return { steps, set: { [path]: stored, ...(isLast && { state: 'completing' }) } }
}

type Decoded = { signed: SignedStatement; statement: Statement; appearances: Uint8Array[] }

/** @throws AppError STATEMENT_REFUSED */
function decode({ appearances, signedStatement }: SignRequest): Decoded {
  try {
    const signed = decodeSignedStatement(fromBase64Url(signedStatement))
    const statement = decodeStatement(signed.statement)
    return { signed, statement, appearances: appearances.map((text) => fromBase64Url(text)) }
  } catch (error) {
    if (error instanceof ProofError) throw refused(error.code, error)
    throw error
  }
}

type OwnSteps = { recipient: RecipientRow; statement: Statement; digest: string; signedAt: Date }

/** Adds that the recipient consented, viewed the pages and signed. */
function appendOwnSteps(
  before: readonly StepRow[],
  { digest: envelope }: RequestRow,
  { recipient: { id: recipient }, statement, digest, signedAt }: OwnSteps,
): StepRow[] {
  const consent = toHex(statement.consent.fingerprint)
  const pages = statement.viewed.flat().reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const consented = { type: 'consented', claims: { recipient, consent } } as const
  const viewed = { type: 'viewed', claims: { recipient, pages: String(pages) } } as const
  const signed = { type: 'signed', claims: { recipient, statement: digest } } as const
  let steps = appendStep(before, envelope, consented, signedAt)
  steps = appendStep(steps, envelope, viewed, signedAt)
  return appendStep(steps, envelope, signed, signedAt)
}

/** Adds that everybody has signed. */
function appendCompleted(
  before: readonly StepRow[],
  { digest, prepared }: RequestRow,
  recipients: readonly RecipientRow[],
  at: Date,
): StepRow[] {
  const statements = inOrderOfSigning(before, recipients).map(({ statement }) => statement.digest)
  const claims = { documents: prepared.fingerprint, statements: statements.join(' ') }
  return appendStep(before, digest, { type: 'completed', claims }, at)
}
