/** The e-mails about signing requests, as other features use them. */
import type { Messages } from '@inkproof/messages/messages'
import type { SentEmail } from '@inkproof/protocol/mail'
import type { EnvelopeStore } from '../envelopes/envelope-store.ts'
import type { EnvelopeRow } from '../envelopes/envelopes.model.ts'
import type { LinkSecrets } from '../link-secrets/link-secrets.ts'
import type { Brandings } from '../record/brandings.ts'
import { brandOf, replyToOf } from './brand-mail.ts'
import { type FollowUpDeps, followUp } from './follow-up.ts'
import { isStillNeeded } from './is-still-needed.ts'
import { createMailStore, type MailStore } from './mail-store.ts'
import { signingMailTemplates } from './mail-texts.ts'
import { shownValues, TRUSTED_MAIL_VALUES } from './mail-values.ts'
import { remind } from './remind.ts'
import { linksTo } from './reminders.ts'
import type { SigningMailRow, SigningMails } from './signing-mails.model.ts'

export type MailsDeps = Pick<FollowUpDeps, 'contact' | 'now'> & {
  model: SigningMails
  messages: Messages
  envelopes: Pick<EnvelopeStore, 'find' | 'change'>
  linkSecrets: Pick<LinkSecrets, 'codeOf' | 'secretOf'>
  brandings: Brandings
}

export type Mails = {
  insert: MailStore['insert']
  /** Inserts the e-mails that a request needs, and returns when the next reminder is due (follow-up.ts). */
  followUp(row: EnvelopeRow): Promise<Date | null>
  /** Sends a recipient their link again (remind.ts). */
  remind(row: EnvelopeRow, recipientId: string): Promise<EnvelopeRow>
  /** Returns the newest e-mail with a link to each recipient, with its delivery state, by the recipient's ID. */
  invitationsOf(row: Pick<EnvelopeRow, '_id'>): Promise<Map<string, SentEmail>>
}

export function createMails(deps: MailsDeps): Mails {
  const { brandings, contact, envelopes, linkSecrets, messages, model, now } = deps
  const emails = messages.addCollection<SigningMailRow>({
    model,
    at: 'createdAt',
    values: shownValues,
    trustedValues: TRUSTED_MAIL_VALUES,
  })
  const recipient = async (mail: SigningMailRow) =>
    (await isStillNeeded({ envelopes, linkSecrets, now }, mail)) ? mail.mail?.to : undefined
  const brand = (mail: SigningMailRow) => brandOf(brandings, mail)
  const replyTo = (mail: SigningMailRow) => replyToOf(brandings, mail)
  emails.templates.add(signingMailTemplates(linkSecrets), { recipient, brand, replyTo })
  const mails = createMailStore(model, emails.enqueue)
  return {
    insert: mails.insert,
    followUp: (row) => followUp({ contact, mails, now }, row),
    remind: (row, recipientId) => remind({ envelopes, mails, now }, row, recipientId),
    invitationsOf: async ({ _id }) => {
      const sent = await mails.ofEnvelope(_id)
      const ids = new Set(sent.flatMap(({ recipientId }) => recipientId ?? []))
      // The map keeps the last one of each recipient.
      const found = [...ids].flatMap((id) =>
        linksTo(sent, id).flatMap((mail) => {
          const described = emails.describe(mail)
          return described ? [[id, described] as const] : []
        }),
      )
      return new Map(found)
    },
  }
}
