import { BASE, type Feature, type Kit } from '../kit.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { settling } from './settle-account.ts'

export function sessionsFeature(kit: Kit): Feature {
  return {
    mounts: [[BASE, sessionRoutes(kit)]],
    parts: [settling(kit.accounts, kit.settleAccount, kit.log)],
  }
}
