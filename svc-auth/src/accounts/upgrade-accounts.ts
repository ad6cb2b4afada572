/** Adds missing fields to accounts written by earlier releases. Runs at each start and is idempotent. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { AccountModel } from './accounts.model.ts'

const LACKED_FIELDS = { wallets: [], passkeys: [], providers: [], recoveryCodes: [], devices: [] }

/** Resolves once the database is reachable, before any request is served. */
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
