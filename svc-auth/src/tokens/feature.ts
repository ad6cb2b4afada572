import type { TemplateOptions } from '@inkproof/messages/templates'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { messagesFeature } from '../messages/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { type LinkEmails, linkTemplates, TRUSTED_LINK_VALUES } from './link-email.ts'
import { createLinkTokens } from './link-tokens.ts'
import { type TokenRow, tokenModel } from './tokens.model.ts'
import { createTokens } from './tokens.ts'

/** One-time secrets that are mailed as links. */
export const tokensFeature = defineFeature({
  name: 'tokens',
  needs: {
    ...from(runtime, 'connection', 'now'),
    ...from(platformFeature, 'deriveKey'),
    ...from(messagesFeature, 'messages'),
  },
  create: ({ connection, now, deriveKey, messages }) => {
    const model = tokenModel(connection)
    const linkEmails = messages.addCollection<TokenRow>({
      model,
      at: 'createdAt',
      values: ({ data }) => data,
      trustedValues: TRUSTED_LINK_VALUES,
      isCurrent: ({ state, expiresAt }) => state === 'open' && expiresAt > now(),
      legacyTemplateOf: ({ kind }) => kind,
    })
    const key = deriveKey('mailed links')
    const tokens = createTokens({ model, key, now, enqueue: linkEmails.enqueue })
    return {
      provides: {
        tokens,
        links: createLinkTokens(model, now),
        /** The e-mails with links and their delivery state. */
        linkEmails,
        /** Adds the e-mails of a feature. */
        addLinkEmails: (emails: LinkEmails, options?: TemplateOptions<TokenRow>) =>
          linkEmails.templates.add(linkTemplates(tokens.secretOf, emails), options),
      },
    }
  },
})
