/** The checks of the whole signing request: record, completion, participants and order. */
import { toHex } from '@inkproof/proof/bytes'
import { type Finding, failed, notChecked, passed } from '@inkproof/proof/finding'
import { openingLeafHash } from '@inkproof/proof/leaf'
import { must } from '@inkproof/proof/proof-error'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { makeSentence } from '@inkproof/proof/sentence'
import { sequenceOf } from './check-values.ts'
import { isParticipant } from './envelope.ts'
import type { EvidenceContext } from './evidence-context.ts'
import { claimOf, type Person } from './people.ts'
import { isAbort, type Step } from './step.ts'
import { noInput } from './verification.ts'

/**
 * Checks that the proof file proves the last step's entry, and returns the result of verifying it. The last step commits
 * to all before it.
 *
 * @throws ProofError PROOF_OF_OTHER_ENTRY, RECORD_FAILED, or any error of `parseProofFile`
 */
export function checkRecord(context: EvidenceContext): Finding {
  const { evidence, input } = context
  const { leaf } = lastStep(context)
  const proven = toHex(openingLeafHash(parseProofFile(evidence.proof).opening))
  const isSame = proven === leaf && (!input.record || toHex(input.record.leaf) === leaf)
  must(isSame, 'PROOF_OF_OTHER_ENTRY', 'The proof is not that of the last step.')
  const { record } = input
  if (!record) return noInput()
  must(record.outcome !== 'failed', 'RECORD_FAILED', 'The proof of the last step is not valid.')
  if (record.outcome === 'passed') return passed({ origin: record.origin })
  return notChecked(
    'RECORD_NOT_CHECKED',
    makeSentence('The record could not be checked completely.'),
  )
}

/**
 * Checks that the envelope was completed with exactly these statements and documents, in time, and that the record does
 * not say that it ended otherwise. Of an envelope that was not completed, it checks that the end is the one in the record.
 *
 * @throws ProofError CLAIM_WITHHELD, OTHER_DOCUMENTS, OTHER_STATEMENTS, ENDED_IN_RECORD, ANCHORED_TOO_LATE, END_NOT_IN_RECORD
 */
export function checkCompletion(context: EvidenceContext): Finding {
  const { envelope, input, statements, steps } = context
  const last = lastStep(context)
  if (isAbort(last.type)) return checkAbort(context)
  if (last.type !== 'completed') {
    return failed('NOT_COMPLETED', makeSentence('The signing request has not been completed.'))
  }
  const fingerprints = envelope.documents.map(({ fingerprint }) => toHex(fingerprint))
  const areDocuments = claimOf(last, 'documents') === fingerprints.join(' ')
  must(areDocuments, 'OTHER_DOCUMENTS', 'The completion is about other documents.')
  const committed = claimOf(last, 'statements')
  const areStatements =
    committed === recordedStatements(steps) &&
    committed === statements.map(({ digest }) => digest).join(' ')
  must(areStatements, 'OTHER_STATEMENTS', 'The completion is about other statements.')
  if (!input.record) return noInput()
  return checkInTime(context, input.record)
}

/**
 * Checks that everybody who had to sign or approve made exactly one statement.
 *
 * @throws ProofError STATEMENT_MISSING, STATEMENT_REPEATED
 */
export function checkParticipants({ people, statements }: EvidenceContext): Finding {
  const participants = participantsOf(people)
  for (const { id, name } of participants) {
    const own = statements.filter(({ statement }) => statement.recipient === id)
    must(own.length > 0, 'STATEMENT_MISSING', 'The statement of {name} is missing.', { name })
    must(own.length === 1, 'STATEMENT_REPEATED', '{name} made more than one statement.', { name })
  }
  return passed({ participants: String(participants.length) })
}

/** Checks that nobody made a statement before those with a lower order number. @throws ProofError OUT_OF_ORDER */
export function checkOrder({ people, statements }: EvidenceContext): Finding {
  const participants = participantsOf(people)
  for (const known of statements) {
    const { person, statement } = known
    // Anyone may decline at any time.
    if (!person || statement.act === 'decline') continue
    const sequence = sequenceOf(known)
    const isInOrder = participants
      .filter(({ order }) => order < person.order)
      .every((other) => other.statements.some((item) => item.sequence < sequence))
    must(isInOrder, 'OUT_OF_ORDER', '{name} acted before an earlier recipient.', {
      name: person.name,
    })
  }
  return passed({})
}

/**
 * Checks that the evidence has each statement that a step records, because a step alone is only what the service states; and that
 * the entry that ends the request names its first entry, because others could otherwise be shown a completion.
 */
function checkAbort({ input: { record }, statements, steps }: EvidenceContext): Finding {
  const made = statements.map(({ digest }) => digest).join(' ')
  must(
    made === recordedStatements(steps),
    'OTHER_STATEMENTS',
    'The statements are not those recorded in the steps of the signing request.',
  )
  must(
    record?.firstEntry !== 'valid',
    'END_NOT_IN_RECORD',
    'The record does not say that the signing request ended.',
  )
  if (record?.outcome === 'passed' && record.firstEntry === 'unknown') {
    return failed(
      'END_UNKNOWN',
      makeSentence('Whether the record says that the signing request ended is not known.'),
    )
  }
  return failed(
    'ABORTED',
    makeSentence('The signing request was declined or withdrawn, or it has expired.'),
  )
}

/** The digests of all statements, as the steps record them. */
function recordedStatements(steps: readonly Step[]): string {
  return steps
    .filter(({ type }) => type === 'signed' || type === 'approved' || type === 'declined')
    .map((step) => claimOf(step, 'statement'))
    .join(' ')
}

function checkInTime(
  { envelope }: EvidenceContext,
  { anchoredAt, firstEntry }: NonNullable<EvidenceContext['input']['record']>,
): Finding {
  must(firstEntry !== 'ended', 'ENDED_IN_RECORD', 'The record says that the request ended before.')
  const deadline = new Date(envelope.expiresAt.getTime() + envelope.anchorGraceSeconds * 1000)
  const isInTime = anchoredAt === null || anchoredAt <= deadline
  must(
    isInTime,
    'ANCHORED_TOO_LATE',
    'The completion is on the blockchain only after the deadline.',
  )
  if (anchoredAt === null) {
    return notChecked(
      'ANCHOR_UNKNOWN',
      makeSentence('The completion is not yet on the blockchain.'),
    )
  }
  if (firstEntry === 'unknown') {
    return notChecked(
      'STATUS_UNKNOWN',
      makeSentence('Whether the request ended before is not known.'),
    )
  }
  return passed({ anchored: anchoredAt.toISOString(), deadline: deadline.toISOString() })
}

/** Signers and approvers, after all replacements. */
function participantsOf(people: ReadonlyMap<string, Person>): Person[] {
  return [...people.values()].filter((person) => isParticipant(person) && !person.isHandedOver)
}

function lastStep({ steps }: EvidenceContext): Step {
  const last = steps.at(-1)
  must(last, 'NO_STEPS', 'No step of the signing request is known.')
  return last
}
