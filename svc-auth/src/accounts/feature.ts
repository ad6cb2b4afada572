import { BASE, type Feature, type Kit } from '../kit.ts'
import { accountModel } from './accounts.model.ts'
import { accountRoutes } from './accounts.routes.ts'
import { upgradedAccounts } from './upgrade-accounts.ts'

export function accountsFeature(kit: Kit): Feature {
  return {
    mounts: [[BASE, accountRoutes(kit)]],
    parts: [upgradedAccounts(accountModel(kit.connection))],
  }
}
