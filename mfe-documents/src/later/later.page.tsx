import '../full.css'
import { LaterPage } from '@inkproof/ui/later-page'
import { useLocation } from 'react-router-dom'
import { useSignInFirst } from '../session/use-sign-in-first.ts'
import { LATER } from './later.ts'

export function Component() {
  useSignInFirst(useLocation().pathname.startsWith('/payment/'))
  return <LaterPage pages={LATER} />
}
