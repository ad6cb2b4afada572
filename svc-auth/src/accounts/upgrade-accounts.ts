/** Adds missing fields to accounts written by earlier releases. Runs at each startup and is idempotent. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { AccountModel } from './accounts.model.ts'

const ADDED_FIELDS = { wallets: [], passkeys: [], providers: [], recoveryCodes: [], devices: [] }

/** The upgrade as a startup job: `prepare` completes before any request is served. */
export function upgradeAccountsJob(accounts: AccountModel): Dependency {
  return {
    name: 'accounts',
    prepare: async () => {
      const beforeUpgrade = { version: { $exists: false } }
      await accounts.updateMany(beforeUpgrade, { $set: { ...ADDED_FIELDS, version: 1, epoch: 1 } })
    },
    check: async () => undefined,
    close: async () => undefined,
  }
}
