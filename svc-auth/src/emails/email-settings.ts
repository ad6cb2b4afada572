import type { Emails } from '@inkproof/messages/messages'
import type { EmailSettings } from '@inkproof/protocol/emails'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'

export type EmailSettingsDeps = { links: LinkTokens; linkEmails: Emails<TokenRow> }

/** The address of an account and its pending changes. */
export async function emailSettings(
  { links, linkEmails }: EmailSettingsDeps,
  account: AccountRow,
): Promise<EmailSettings> {
  const { _id, email, emailConfirmedAt } = account
  const [confirming, changing] = await Promise.all([
    links.newest(_id, 'confirm-email', ({ data }) => data.email === email),
    links.newest(_id, 'change-email', ({ data }) => data.epoch === String(account.epoch)),
  ])
  const mail = changing && linkEmails.describe(changing)
  return {
    email: email ?? null,
    confirmed: emailConfirmedAt != null,
    confirmation: (!emailConfirmedAt && confirming && linkEmails.describe(confirming)) || null,
    pending:
      changing && mail
        ? { email: mail.to, expiresAt: changing.expiresAt.toISOString(), mail }
        : null,
  }
}
