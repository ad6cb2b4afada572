import { accountCalls } from '@inkproof/protocol/calls/accounts'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { createAccountLists } from './account-lists.ts'
import { createAccountStore } from './account-store.ts'
import { accountModel } from './accounts.model.ts'
import { identityModel } from './identities.model.ts'
import { createNewAccountLimit } from './new-account-limit.ts'
import { requireAccount } from './require-account.ts'
import { toAccountView } from './to-account-view.ts'
import { toUser } from './to-user.ts'
import { upgradeAccountsJob } from './upgrade-accounts.ts'

/** Accounts and their identities. */
export const accountsFeature = defineFeature({
  name: 'accounts',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN'),
    ...from(runtime, 'connection'),
    ...from(platformFeature, 'consumeLimit'),
  },
  create: ({ connection, consumeLimit, PUBLIC_ORIGIN }) => {
    const models = [accountModel(connection), identityModel(connection)] as const
    const accounts = createAccountStore(...models)
    return {
      calls: implement(accountCalls, {
        showMe: async ({ session }) => ({
          user: toUser(await requireAccount(accounts, session.accountId), session),
        }),
        showAccount: async ({ session }) =>
          toAccountView(await requireAccount(accounts, session.accountId)),
      }),
      jobs: [upgradeAccountsJob(models[0])],
      provides: {
        accounts,
        accountLists: createAccountLists(...models),
        countNewAccount: createNewAccountLimit(consumeLimit, PUBLIC_ORIGIN),
      },
    }
  },
})
