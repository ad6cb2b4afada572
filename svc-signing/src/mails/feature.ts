/** The e-mails about signing requests: which ones are due, their texts, and reminders. */
import { remindRecipient } from '@inkproof/protocol/calls/envelopes'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { envelopesFeature } from '../envelopes/feature.ts'
import { linkSecretsFeature } from '../link-secrets/feature.ts'
import { messagesFeature } from '../messages/feature.ts'
import { runtime } from '../platform/feature.ts'
import { recordFeature } from '../record/feature.ts'
import { createMails } from './create-mails.ts'
import { signingMailModel } from './signing-mails.model.ts'

export const mailsFeature = defineFeature({
  name: 'mails',
  needs: {
    ...from(runtime, 'connection', 'now'),
    ...from(recordFeature, 'accounts', 'brandings'),
    ...from(messagesFeature, 'messages'),
    ...from(linkSecretsFeature, 'linkSecrets'),
    ...from(envelopesFeature, 'envelopes', 'extensions', 'present', 'wakeJob'),
  },
  create: ({ accounts, connection, extensions, present, wakeJob, ...needs }) => {
    const model = signingMailModel(connection)
    const mails = createMails({ ...needs, model, contact: accounts.contact })
    extensions.followUps.push(mails.followUp)
    extensions.invitations = mails.invitationsOf
    const calls = implement(
      { remindRecipient },
      {
        remindRecipient: async ({ params, session }) => {
          const row = await needs.envelopes.findInWorkspace(session.workspaceId, params.id)
          const reminded = await mails.remind(row, params.recipient)
          wakeJob()
          return present(reminded, session)
        },
      },
    )
    return { calls, provides: { mails } }
  },
})
