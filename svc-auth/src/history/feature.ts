import { BASE, type Feature, type Kit } from '../kit.ts'
import { historyRoutes } from './history.routes.ts'
import { history } from './history.ts'

export function historyFeature(kit: Kit): Feature {
  return { mounts: [[BASE, historyRoutes({ ...kit, history: history(kit.pastEvents) })]] }
}
