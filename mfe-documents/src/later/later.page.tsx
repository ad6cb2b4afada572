import '../full.css'
import { useSignInFirst } from '@inkproof/slice-parts/use-sign-in-first'
import { LaterPage } from '@inkproof/ui/later-page'
import { useLocation } from 'react-router-dom'
import { LATER } from './later.ts'

export function Component() {
  useSignInFirst(useLocation().pathname.startsWith('/payment/'))
  return <LaterPage pages={LATER} />
}
