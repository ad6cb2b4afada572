/** What a request's evidence consists of. */
import { fromBase64Url } from '@inkproof/proof/bytes'
import type { Evidence } from '@inkproof/signing/evidence'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import type { RecipientRow, RequestRow, StatementRow, StepRow } from './envelopes.model.ts'
import { openingOf } from './steps.ts'

/** A recipient who has signed. */
export type SignedRecipient = RecipientRow & { statement: StatementRow }

/** Returns the recipients who have signed, in the order of signing. */
export function inOrderOfSigning(
  steps: readonly StepRow[],
  recipients: readonly RecipientRow[],
): SignedRecipient[] {
  return steps.flatMap(({ recipient, type }) => {
    const found = recipients.find(({ id }) => id === recipient)
    return type === 'signed' && found?.statement ? [{ ...found, statement: found.statement }] : []
  })
}

/** @param proof text of the proof file of the last step's entry; empty if there is none yet */
export function describeEvidence(
  { envelope }: Pick<RequestRow, 'envelope'>,
  steps: readonly StepRow[],
  recipients: readonly RecipientRow[],
  proof: string,
): Evidence {
  return {
    envelope: fromBase64Url(envelope),
    steps: steps.map(openingOf),
    statements: inOrderOfSigning(steps, recipients).map(({ statement }) =>
      decodeSignedStatement(fromBase64Url(statement.signed)),
    ),
    proof,
  }
}
