import type { EnvelopeStore } from '../envelopes/envelope-store.ts'
import { hasExpired } from '../envelopes/request-state.ts'
import type { LinkSecrets } from '../link-secrets/link-secrets.ts'
import { codeOf } from './mail-values.ts'
import type { MailKind, SigningMailRow } from './signing-mails.model.ts'

export type StillNeededDeps = {
  envelopes: Pick<EnvelopeStore, 'find'>
  linkSecrets: Pick<LinkSecrets, 'codeOf'>
  now: () => Date
}

/**
 * Whether an e-mail should still be sent: not after its request was deleted. An invitation, a reminder, a code, or an e-mail about more
 * time or another browser is sent only while the recipient can act and the e-mail has not expired.
 */
export async function isStillNeeded(
  { envelopes, linkSecrets, now }: StillNeededDeps,
  mail: SigningMailRow,
): Promise<boolean> {
  const row = await envelopes.find(mail.envelopeId)
  if (!row || row.isDeleted) return false
  if (!BEFORE_ACTING.includes(mail.kind)) return true
  if (mail.kind === 'code' && codeOf(linkSecrets, mail) === undefined) return false
  const recipient = row.recipients.find(({ id }) => id === mail.recipientId)
  const canAct = recipient && !recipient.statement && !recipient.declined && !recipient.handedOverTo
  const isOpen = row.state === 'signing' && !hasExpired(row, now())
  return isOpen && mail.expiresAt > now() && canAct === true
}

const BEFORE_ACTING: readonly MailKind[] = [
  'invitation',
  'reminder',
  'extended',
  'code',
  'key-waiting',
  'key-released',
]
