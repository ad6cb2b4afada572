/** As whom somebody acts: what identifies them in requests. */
import type { Session } from '@inkproof/service-kit/auth'
import { asciiEmail } from '../envelopes/ascii-email.ts'
import type { FindContact } from '../envelopes/dependencies.ts'

export type Person = {
  workspaceId: string
  /** Their account as the sender of requests of the workspace; null for viewers, who cannot act in it. */
  accountId: string | null
  /** The confirmed address of their account, as requests contain it; null if there is none. */
  address: string | null
}

/**
 * An address that the account has not confirmed counts for nothing: anybody can enter the address of somebody else.
 *
 * @throws AppError UNAVAILABLE while svc-auth is unreachable
 */
export async function personOf(
  { contact }: { contact: FindContact },
  { accountId, role, workspaceId }: Pick<Session, 'accountId' | 'role' | 'workspaceId'>,
): Promise<Person> {
  const found = await contact(accountId, workspaceId)
  const confirmed = found?.isEmailConfirmed ? found.email : null
  return {
    workspaceId,
    accountId: role === 'viewer' ? null : accountId,
    address: (confirmed !== null && asciiEmail(confirmed)) || null,
  }
}
