/** Calls for the e-mail address of an account and the links that confirm or change it. */
import { emailCalls } from '@inkproof/protocol/calls/emails'
import type { EmailSettings } from '@inkproof/protocol/emails'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession, Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { requireAccount } from '../accounts/require-account.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import { requestEmailChange, withdrawChange } from './change-email.ts'
import { requestConfirmation } from './confirm-email.ts'
import { type EmailSettingsDeps, getEmailSettings } from './email-settings.ts'
import { applyLink, findLink, type LinkDeps } from './use-link.ts'

export type EmailCallsDeps = LinkDeps &
  EmailSettingsDeps & {
    consumeLimit: ConsumeLimit
    requireSession: RequireSession
    callerOf: CallerOf
  }

const hourly = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const
/** Per account: confirmation e-mails to its own address. */
const CONFIRMATIONS: Limit = { name: 'email-confirmations', max: 5, ...hourly }
/**
 * Per requested address, and separate from CONFIRMATIONS: requests by other people to change to an address do not
 * use up the confirmation e-mails of the account that owns it.
 */
const CHANGE_REQUESTS: Limit = { name: 'email-to', max: 5, ...hourly }

export function implementEmailCalls(deps: EmailCallsDeps): BoundCall[] {
  const findAccount = ({ accountId }: Session): Promise<AccountRow> =>
    requireAccount(deps.accounts, accountId)
  const describeSettings = (account: AccountRow): Promise<EmailSettings> =>
    getEmailSettings(deps, account)

  return implement(emailCalls, {
    showEmail: async ({ session }) => describeSettings(await findAccount(session)),
    changeEmail: async ({ session, body: { email }, req, res, once }) => {
      const account = await findAccount(session)
      await once(async (cause) => {
        await deps.consumeLimit(CHANGE_REQUESTS, emailIdentity(email))
        const caller = deps.callerOf(req, res)
        await requestEmailChange(deps, account, { to: email, caller, cause })
      })
      return describeSettings(account)
    },
    cancelEmailChange: async ({ session }) => {
      const account = await findAccount(session)
      await withdrawChange(deps, session.accountId)
      return describeSettings(account)
    },
    sendEmailConfirmation: async ({ session, once }) => {
      const account = await findAccount(session)
      if (!account.email) throw new AppError('EMAIL_MISSING')
      await once(async (cause) => {
        await deps.consumeLimit(CONFIRMATIONS, account._id)
        await requestConfirmation(deps, account, cause)
      })
      return describeSettings(account)
    },
    checkEmailLink: ({ body }) => findLink(deps, body),
    applyEmailLink: ({ body, req }) => applyLink(deps, body, () => deps.requireSession(req)),
  })
}
