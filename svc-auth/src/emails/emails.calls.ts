/** The e-mail address of an account, and the links that change it. */
import { emailCalls } from '@inkproof/protocol/calls/emails'
import type { EmailSettings } from '@inkproof/protocol/emails'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession, Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { mustFind } from '../accounts/must-find.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import { askChange, callOff } from './change-email.ts'
import { askToConfirm } from './confirm-email.ts'
import { type EmailSettingsDeps, emailSettings } from './email-settings.ts'
import { applyLink, type LinkDeps, lookAtLink } from './use-link.ts'

export type EmailCallsDeps = LinkDeps &
  EmailSettingsDeps & {
    consumeLimit: TakeLimit
    requireSession: RequireSession
    callerOf: CallerOf
  }

const hourly = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const
/** By account: e-mails to its own address. */
const CONFIRMATIONS: Limit = { name: 'email-confirmations', max: 5, ...hourly }
/** By address: e-mails that strangers can make us send to it use up nothing of what its account may ask for. */
const TO_OTHERS: Limit = { name: 'email-to', max: 5, ...hourly }

export function implementEmailCalls(deps: EmailCallsDeps): BoundCall[] {
  const accountOf = ({ accountId }: Session): Promise<AccountRow> =>
    mustFind(deps.accounts, accountId)
  const settingsOf = (account: AccountRow): Promise<EmailSettings> => emailSettings(deps, account)

  return implement(emailCalls, {
    showEmail: async ({ session }) => settingsOf(await accountOf(session)),
    changeEmail: async ({ session, body: { email }, req, res }) => {
      const account = await accountOf(session)
      await deps.consumeLimit(TO_OTHERS, emailIdentity(email))
      await askChange(deps, account, email, deps.callerOf(req, res))
      return settingsOf(account)
    },
    cancelEmailChange: async ({ session }) => {
      const account = await accountOf(session)
      await callOff(deps, session.accountId)
      return settingsOf(account)
    },
    sendEmailConfirmation: async ({ session }) => {
      const account = await accountOf(session)
      if (!account.email) throw new AppError('EMAIL_MISSING')
      await deps.consumeLimit(CONFIRMATIONS, account._id)
      await askToConfirm(deps, account)
      return settingsOf(account)
    },
    checkEmailLink: ({ body }) => lookAtLink(deps, body),
    applyEmailLink: ({ body, req }) => applyLink(deps, body, () => deps.requireSession(req)),
  })
}
