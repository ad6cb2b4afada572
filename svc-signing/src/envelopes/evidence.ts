/** What a request's evidence consists of. */
import { fromBase64Url } from '@inkproof/proof/bytes'
import type { Evidence } from '@inkproof/signing/evidence'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import type { RecipientRow, RequestRow, StatementRow, StepRow } from './envelopes.model.ts'
import { openingOf } from './steps.ts'

/** A recipient who has signed or approved. */
export type ActedRecipient = RecipientRow & { statement: StatementRow }

/** Returns the recipients who have signed or approved, in the order in which they did. */
export function inOrderOfActing(
  steps: readonly StepRow[],
  recipients: readonly RecipientRow[],
): ActedRecipient[] {
  return steps.flatMap(({ recipient, type }) => {
    const found = recipients.find(({ id }) => id === recipient)
    const hasActed = type === 'signed' || type === 'approved'
    return hasActed && found?.statement ? [{ ...found, statement: found.statement }] : []
  })
}

/** @param proof text of the proof file of the last step's entry; empty if there is none yet */
export function describeEvidence(
  { envelope }: Pick<RequestRow, 'envelope'>,
  steps: readonly StepRow[],
  recipients: readonly RecipientRow[],
  proof: string,
): Evidence {
  // A refusal ends the request, so it is the last statement.
  const statements = [
    ...inOrderOfActing(steps, recipients).map(({ statement }) => statement),
    ...recipients.flatMap(({ declined }) => declined ?? []),
  ]
  return {
    envelope: fromBase64Url(envelope),
    steps: steps.map(openingOf),
    statements: statements.map(({ signed }) => decodeSignedStatement(fromBase64Url(signed))),
    proof,
  }
}
