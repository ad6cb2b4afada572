import { defineFeature, from } from '@inkproof/service-kit/feature'
import { BASE, platformFeature, runtime } from '../platform/feature.ts'
import { accountLists } from './account-lists.ts'
import { accountStore } from './account-store.ts'
import { accountModel } from './accounts.model.ts'
import { accountRoutes } from './accounts.routes.ts'
import { identityModel } from './identities.model.ts'
import { upgradedAccounts } from './upgrade-accounts.ts'

/** Accounts, and the identities that lead to them. */
export const accountsFeature = defineFeature({
  name: 'accounts',
  needs: { ...from(runtime, 'connection'), ...from(platformFeature, 'requireSession') },
  create: ({ connection, requireSession }) => {
    const models = [accountModel(connection), identityModel(connection)] as const
    const accounts = accountStore(...models)
    return {
      routes: [[BASE, accountRoutes({ accounts, requireSession })]],
      jobs: [upgradedAccounts(models[0])],
      gives: { accounts, accountLists: accountLists(...models) },
    }
  },
})
