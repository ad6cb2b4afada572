import type { Emails } from '@inkproof/messages/messages'
import type { EmailSettings } from '@inkproof/protocol/emails'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'

export type EmailSettingsDeps = { links: LinkTokens; linkEmails: Emails<TokenRow> }

/** Returns an account's e-mail address, its pending confirmation and its pending change. */
export async function getEmailSettings(
  { links, linkEmails }: EmailSettingsDeps,
  account: AccountRow,
): Promise<EmailSettings> {
  const { _id, email, emailConfirmedAt } = account
  const [confirmToken, changeToken] = await Promise.all([
    links.findNewest(_id, 'confirm-email', ({ data }) => data.email === email),
    links.findNewest(_id, 'change-email', ({ data }) => data.epoch === String(account.epoch)),
  ])
  const mail = changeToken && linkEmails.describe(changeToken)
  return {
    email: email ?? null,
    confirmed: emailConfirmedAt != null,
    confirmation: (!emailConfirmedAt && confirmToken && linkEmails.describe(confirmToken)) || null,
    pending:
      changeToken && mail
        ? { email: mail.to, expiresAt: changeToken.expiresAt.toISOString(), mail }
        : null,
  }
}
