import { PlaceholderPage } from '@inkproof/ui/placeholder-page'
import { PLACEHOLDER_PAGES } from './placeholder-pages.ts'

export function Component() {
  return <PlaceholderPage pages={PLACEHOLDER_PAGES} />
}
