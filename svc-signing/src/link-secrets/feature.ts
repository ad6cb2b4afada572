import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration } from '../platform/feature.ts'
import { createLinkSecrets } from './link-secrets.ts'

/** Derives the secrets of mailed links, and mailed codes. */
export const linkSecretsFeature = defineFeature({
  name: 'link-secrets',
  needs: from(configuration, 'INVITATION_KEYS', 'PUBLIC_ORIGIN'),
  create: ({ INVITATION_KEYS, PUBLIC_ORIGIN }) => ({
    provides: {
      linkSecrets: createLinkSecrets(INVITATION_KEYS, new URL(PUBLIC_ORIGIN).origin),
    },
  }),
})
