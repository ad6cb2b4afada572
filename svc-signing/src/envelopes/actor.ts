/** Who acts as a recipient: the sender in their session, anybody else by their link. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow, RecipientRow } from './envelopes.model.ts'
import { requireRecipient, requireStarted } from './request-state.ts'
import { mustAct } from './turns.ts'

export type Actor = {
  /** ID of the recipient. */
  recipient: string
  /** What the caller has proved: the signed-in account, or access to the mailbox. */
  method: 'account' | 'mailbox'
  /**
   * Reads the request, and checks that the caller may act as this recipient. Called again for every attempt of a change.
   *
   * @throws AppError if they may not
   */
  read(): Promise<EnvelopeRow>
}

export type RecipientPath = { id: string; recipient: string }

/** The sender, who is a recipient too. `read` throws ENVELOPE_NOT_FOUND, ENVELOPE_NOT_STARTED and NOT_YOUR_SIGNATURE. */
export function sessionActor(
  envelopes: Pick<EnvelopeStore, 'findInWorkspace'>,
  { accountId, workspaceId }: Pick<Session, 'accountId' | 'workspaceId'>,
  { id, recipient }: RecipientPath,
): Actor {
  return {
    recipient,
    method: 'account',
    read: async () => {
      const row = await envelopes.findInWorkspace(workspaceId, id)
      requireStarted(row)
      const found = requireRecipient(row, recipient)
      if (found.accountId !== accountId || !mustAct(found)) throw new AppError('NOT_YOUR_SIGNATURE')
      return row
    },
  }
}

/** Returns the number of the person in a recipient's role: 1 for the original recipient, 2 for who replaced them. */
export function epochOf({ id, original }: Pick<RecipientRow, 'id' | 'original'>): number {
  return id === original ? 1 : 2
}
