import '../full.css'
import { LaterPage } from '@inkproof/ui/later-page'
import { LATER } from './later.ts'

export function Component() {
  return <LaterPage pages={LATER} />
}
