import { accountContact, accountWallets, passkeyKey } from '@inkproof/protocol/internal'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { accountsFeature } from '../accounts/feature.ts'
import { configuration } from '../platform/feature.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { findContact, findPasskey, findWallets } from './find-contact.ts'

/** The name under which other services call this one. */
const SERVICE = 'svc-auth'

/** Tells other services how an account is named and reached, and the keys with which its owner can sign documents. */
export const contactsFeature = defineFeature({
  name: 'contacts',
  needs: {
    ...from(configuration, 'SERVICE_KEYS'),
    ...from(accountsFeature, 'accounts'),
    ...from(workspacesFeature, 'workspaces'),
  },
  create: ({ SERVICE_KEYS, ...deps }) => {
    const handler = handleInternalCall(accountContact, async (account) => ({
      contact: await findContact(deps, account),
    }))
    const wallets = handleInternalCall(accountWallets, async (account) => ({
      wallets: await findWallets(deps, account),
    }))
    const passkeys = handleInternalCall(passkeyKey, async (passkey) => ({
      passkey: await findPasskey(deps, passkey),
    }))
    const handlers = [handler, wallets, passkeys]
    return { routes: [internalRoutes(SERVICE, readServiceKeys(SERVICE_KEYS), handlers)] }
  },
})
