import { defineFeature, from } from '@inkproof/service-kit/feature'
import { mailFieldFeature } from '../mail-field/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { linkTokens } from './link-tokens.ts'
import { tokenModel } from './tokens.model.ts'
import { createTokens } from './tokens.ts'

/** Secrets that are mailed as links. */
export const tokensFeature = defineFeature({
  name: 'tokens',
  needs: {
    ...from(runtime, 'connection', 'now'),
    ...from(platformFeature, 'deriveKey'),
    ...from(mailFieldFeature, 'ring'),
  },
  create: ({ connection, now, deriveKey, ring }) => {
    const model = tokenModel(connection)
    return {
      gives: {
        tokens: createTokens({ model, key: deriveKey('mailed links'), now, ring }),
        links: linkTokens(model, now),
        tokenModel: model,
      },
    }
  },
})
