/** What recipients do with their mailed links: they read, confirm their mailbox, sign, decline and hand over. */
import { signingLinkCalls } from '@inkproof/protocol/calls/signing-links'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { envelopesFeature } from '../envelopes/feature.ts'
import { filesFeature } from '../files/feature.ts'
import { linkSecretsFeature } from '../link-secrets/feature.ts'
import { mailsFeature } from '../mails/feature.ts'
import { runtime } from '../platform/feature.ts'
import { recordFeature } from '../record/feature.ts'
import { signingLinkHandlers } from './signing-link-handlers.http.ts'

export const signingLinksFeature = defineFeature({
  name: 'signing-links',
  needs: {
    ...from(runtime, 'now'),
    ...from(filesFeature, 'files'),
    ...from(linkSecretsFeature, 'linkSecrets'),
    ...from(envelopesFeature, 'envelopes', 'requests', 'makeSigningRecord'),
    ...from(mailsFeature, 'mails'),
    ...from(recordFeature, 'accounts', 'brandings'),
  },
  create: ({ accounts, ...needs }) => {
    const handlers = signingLinkHandlers({ ...needs, findPasskey: accounts.passkey })
    return { calls: implement(signingLinkCalls, handlers) }
  },
})
