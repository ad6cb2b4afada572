/**
 * Verifies the evidence of a signing request. Every check is made and reported separately; the verdict follows from
 * them. Parsing the PDF and verifying the record are the caller's, whose results are inputs.
 */
import { to0x, toHex } from '@inkproof/proof/bytes'
import { failed, notChecked, passed } from '@inkproof/proof/finding'
import { ProofError } from '@inkproof/proof/proof-error'
import { makeSentence } from '@inkproof/proof/sentence'
import { checkContent, checkDigitalId, checkDocument, checkSignatures } from './check-pdf.ts'
import { checkCompletion, checkOrder, checkParticipants, checkRecord } from './check-request.ts'
import { checkKey, checkStatement, findBinding, personOf } from './check-statement.ts'
import { checkSeen, checkValues } from './check-values.ts'
import { collectEntered } from './entered-values.ts'
import { envelopeDigest } from './envelope.ts'
import { decodeEnvelope } from './envelope-codec.ts'
import { type Evidence, parseEvidence } from './evidence.ts'
import type { EvidenceContext, EvidenceInput, KnownStatement } from './evidence-context.ts'
import type { Field } from './field.ts'
import { hiddenKey, isRevealed, revealedAttachment, revealedText } from './hidden-value.ts'
import { type Person, readPeople } from './people.ts'
import { readSteps } from './read-steps.ts'
import { listReplacements, type Replacement } from './replacements.ts'
import { checkSignature, type SignedStatement } from './signed-statement.ts'
import { decodeStatement, statementDigest } from './statement.ts'
import {
  type Check,
  type CheckId,
  determineEvidenceVerdict,
  type EvidenceVerdict,
  type Participant,
  REQUEST_CHECKS,
  runCheck,
  STATEMENT_CHECKS,
} from './verification.ts'

export type EvidenceVerification = {
  verdict: EvidenceVerdict
  /** Those of the request, then those of each statement, each in display order. */
  checks: Check[]
  /** Who made each statement; empty if the evidence cannot be read. */
  participants: Participant[]
  /** Who replaced whom, in order; empty if the evidence cannot be read. */
  replacements: Replacement[]
  /** The request; null if it cannot be read. */
  request: { title: string; workspace: string } | null
}

export type VerificationInput = Omit<EvidenceInput, 'evidence'> & {
  /** Text of the evidence file, or what it contains. */
  evidence: string | Evidence
  /** Index of the only statement whose checks are made, such as a new one; the verdict is then about that one. */
  onlyStatement?: number
}

/** Verifies evidence. A failed verification is a result, not an exception, whatever the evidence contains. */
export async function verifyEvidence(input: VerificationInput): Promise<EvidenceVerification> {
  const early: Check[] = []
  const context = readContext(input, early)
  if (!context) return { ...finish(early), participants: [], replacements: [], request: null }
  const request = [
    await runCheck('record', null, () => checkRecord(context)),
    await runCheck('completion', null, () => checkCompletion(context)),
    await runCheck('participants', null, () => checkParticipants(context)),
    await runCheck('order', null, () => checkOrder(context)),
    await runCheck('document', null, () => checkDocument(context)),
    await runCheck('signatures', null, () => checkSignatures(context)),
  ]
  const checks = [...early, ...request]
  for (const [index, signed] of context.evidence.statements.entries()) {
    const isWanted = index === (input.onlyStatement ?? index)
    if (isWanted) checks.push(...(await checkOne(context, signed, index)))
  }
  const { title, workspace } = context.envelope
  return {
    ...finish(checks),
    participants: context.statements.flatMap((known) =>
      describeParticipant(known, context.envelope.fields),
    ),
    replacements: listReplacements(context.steps, context.people),
    request: { title, workspace },
  }
}

function finish(checks: readonly Check[]): Pick<EvidenceVerification, 'verdict' | 'checks'> {
  const missing = REQUEST_CHECKS.filter((id) => !checks.some((check) => check.id === id))
  const all = [...checks, ...missing.map((id) => notMade(id, null))]
  return { verdict: determineEvidenceVerdict(all), checks: all }
}

/**
 * Reads evidence, envelope and steps, and adds their checks to `checks`; undefined if one of them fails, because
 * everything else depends on them.
 */
function readContext(input: VerificationInput, checks: Check[]): EvidenceContext | undefined {
  const { evidence: given } = input
  const evidence = tryReading('evidence', checks, () =>
    typeof given === 'string' ? parseEvidence(given) : given,
  )
  const bytes = evidence?.envelope
  const envelope = bytes && tryReading('envelope', checks, () => decodeEnvelope(bytes))
  if (!evidence || !envelope) return undefined
  const digest = envelopeDigest(evidence.envelope)
  const history = tryReading('steps', checks, () => {
    const steps = readSteps(evidence.steps, digest)
    return { steps, people: readPeople(envelope, steps) }
  })
  if (!history) return undefined
  const statements = readStatements(evidence, history.people)
  const entered = collectEntered(envelope, statements)
  return { input, evidence, envelope, envelopeDigest: digest, ...history, statements, entered }
}

function tryReading<T>(id: CheckId, checks: Check[], read: () => T): T | undefined {
  try {
    const value = read()
    checks.push({ id, statement: null, ...passed({}) })
    return value
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    checks.push({ id, statement: null, ...failed(error.code, error.sentence) })
    return undefined
  }
}

/** Leaves out statements that cannot be decoded; {@link checkOne} reports them. */
function readStatements(
  { statements }: Evidence,
  people: ReadonlyMap<string, Person>,
): KnownStatement[] {
  const known: KnownStatement[] = []
  for (const [index, signed] of statements.entries()) {
    const statement = tryReading('statement', [], () => decodeStatement(signed.statement))
    if (!statement) continue
    const digest = toHex(statementDigest(signed.statement))
    const person = people.get(statement.recipient)
    known.push({
      index,
      signed,
      statement,
      digest,
      person,
      hidden: new Map(statement.values.map((value) => [hiddenKey(value), value])),
      revealed: new Map(signed.revealed.map((value) => [hiddenKey(value), value])),
    })
  }
  return known
}

async function checkOne(
  context: EvidenceContext,
  signed: SignedStatement,
  index: number,
): Promise<Check[]> {
  const known = context.statements.find((item) => item.index === index)
  if (!known) return reportUnreadable(signed, index)
  const { envelope } = context
  return [
    await runCheck('statement', index, () => checkStatement(context, known)),
    await runCheck('key', index, () => checkKey(known)),
    await runCheck('signature', index, () =>
      checkSignature(signed, envelope, personOf(known).name),
    ),
    await runCheck('values', index, () => checkValues(context, known)),
    await runCheck('seen', index, () => checkSeen(context, known)),
    await runCheck('digital-id', index, () => checkDigitalId(context, known)),
    await runCheck('content', index, () => checkContent(context, known)),
  ]
}

async function reportUnreadable(signed: SignedStatement, index: number): Promise<Check[]> {
  const [first, ...others] = STATEMENT_CHECKS
  const unreadable = await runCheck(first, index, () => {
    decodeStatement(signed.statement)
    return passed({})
  })
  return [unreadable, ...others.map((id) => notMade(id, index))]
}

function notMade(id: CheckId, statement: number | null): Check {
  const sentence = makeSentence(
    'This check needs another part of the evidence, which could not be read.',
  )
  return { id, statement, ...notChecked('NOT_READ', sentence) }
}

function describeParticipant(known: KnownStatement, fields: readonly Field[]): Participant[] {
  const { digest, index, person, signed, statement } = known
  if (!person) return []
  const { email, id, name, order, role } = person
  const { act, time } = statement
  const attachments = listAttachments(known, fields)
  const reason = findReason(known)
  return [
    {
      statement: index,
      digest,
      recipient: id,
      name,
      email,
      role,
      order,
      act,
      time: time.toISOString(),
      binding: findBinding(known),
      wallet: signed.key.type === 'wallet' ? to0x(signed.key.address) : null,
      ...(signed.signature.type === 'passkey' && { isPasskey: true }),
      ...(attachments.length > 0 && { attachments }),
      ...(reason !== undefined && { reason }),
    },
  ]
}

/** Only what was signed, as for {@link listAttachments}. */
function findReason({ hidden, revealed }: KnownStatement): string | undefined {
  const key = hiddenKey({ field: '', kind: 'reason' })
  const value = hidden.get(key)
  const item = revealed.get(key)
  return value && item && isRevealed(value, item) ? revealedText(item) : undefined
}

/** Only what was signed: the check of the values reports everything else. */
function listAttachments(
  { hidden, revealed }: KnownStatement,
  fields: readonly Field[],
): NonNullable<Participant['attachments']> {
  return [...revealed].flatMap(([key, item]) => {
    const value = hidden.get(key)
    if (item.kind !== 'attachment' || !value || !isRevealed(value, item)) return []
    const { fileName, fingerprint } = revealedAttachment(item)
    const label = fields.find(({ id }) => id === item.field)?.label
    return [{ fileName, fingerprint: toHex(fingerprint), ...(label !== undefined && { label }) }]
  })
}
