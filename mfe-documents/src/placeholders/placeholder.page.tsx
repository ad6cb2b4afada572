import '../full.css'
import { useSignInFirst } from '@inkproof/slice-parts/use-sign-in-first'
import { PlaceholderPage } from '@inkproof/ui/placeholder-page'
import { useLocation } from 'react-router-dom'
import { PLACEHOLDER_PAGES } from './placeholder-pages.ts'

export function Component() {
  useSignInFirst(useLocation().pathname.startsWith('/payment/'))
  return <PlaceholderPage pages={PLACEHOLDER_PAGES} />
}
