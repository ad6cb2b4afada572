import '../full.css'
import { LaterPage } from '@inkproof/ui/later-page'
import { useLocation } from 'react-router-dom'
import { LATER } from './later.ts'
import { useSignInFirst } from './use-sign-in-first.ts'

export function Component() {
  useSignInFirst(useLocation().pathname === '/user-profile')
  return <LaterPage pages={LATER} />
}
