import { BASE, type Feature, type Kit } from '../kit.ts'
import { sessionRoutes } from './sessions.routes.ts'

export function sessionsFeature(kit: Kit): Feature {
  return { mounts: [[BASE, sessionRoutes(kit)]] }
}
