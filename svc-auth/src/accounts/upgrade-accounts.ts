/** Accounts written before a release that knows more of them: brought up at start, again and again without effect. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { AccountModel } from './accounts.model.ts'

const LACKED_FIELDS = { wallets: [], passkeys: [], providers: [], recoveryCodes: [], devices: [] }

/** Prepared once the database answers, before any request is served. */
export function upgradedAccounts(accounts: AccountModel): Dependency {
  return {
    name: 'accounts',
    prepare: async () => {
      const old = { version: { $exists: false } }
      await accounts.updateMany(old, { $set: { ...LACKED_FIELDS, version: 1, epoch: 1 } })
    },
    check: async () => undefined,
    close: async () => undefined,
  }
}
