/** Calls that list the e-mails sent to the caller and test their delivery. */
import { mailCalls } from '@inkproof/protocol/calls/mail'
import type { SentEmail } from '@inkproof/protocol/mail'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import type { AccountStore } from '../accounts/account-store.ts'
import { requireAccount } from '../accounts/require-account.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import type { Events } from '../events/events.ts'
import { identitiesOf } from '../sign-in-methods/identities.ts'
import type { SentEmailList } from './sent-emails.ts'

export type MailCallsDeps = {
  consumeLimit: ConsumeLimit
  accounts: AccountStore
  events: Events
  callerOf: CallerOf
  locateIp: LocateIp
  emails: SentEmailList
}

/** Limit of test e-mails per account. */
const TEST_EMAILS: Limit = {
  name: 'email-test',
  max: 10,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
}

export function implementMailCalls(deps: MailCallsDeps): BoundCall[] {
  return implement(mailCalls, {
    listSentEmails: async ({ session: { accountId } }) => {
      const account = await requireAccount(deps.accounts, accountId)
      return { mails: await deps.emails.list(accountId, identitiesOf(account)) }
    },
    sendTestEmail: async ({ session: { accountId }, req, res, once }) => {
      const { address, device } = deps.callerOf(req, res)
      const { email: mailTo } = await requireAccount(deps.accounts, accountId)
      if (!mailTo) throw new AppError('EMAIL_MISSING')
      const id = await once(async (cause) => {
        await deps.consumeLimit(TEST_EMAILS, accountId)
        const data = { device, place: deps.locateIp(address) }
        return deps.events.record({ accountId, kind: 'test-mail', mailTo, data, cause })
      })
      return findEmail(accountId, id)
    },
    showTestEmail: ({ session, params }) => findEmail(session.accountId, params.id),
  })

  async function findEmail(accountId: string, eventId: string): Promise<SentEmail> {
    const mail = await deps.emails.findEventEmail(accountId, eventId)
    if (!mail) throw new AppError('NOT_FOUND')
    return mail
  }
}
