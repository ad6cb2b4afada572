/** Written by `npm run parts` from the front matter of the files in svc-content/content/pages. */
import { msg } from '@inkproof/texts/message'

/** A text page: its path, its heading, and whether it has the search box. */
export type TextPage = { path: string; title: string; hasSearch?: true }

/** The headings are in the code, so that they are shown while an article loads and if it cannot be loaded. */
export const PAGES: readonly TextPage[] = [
  { path: '/about', title: msg('About Inkproof') },
  { path: '/docs', title: msg('Documentation'), hasSearch: true },
  { path: '/faq', title: msg('Questions'), hasSearch: true },
  { path: '/features', title: msg('What Inkproof does') },
  { path: '/litepaper', title: msg('Litepaper') },
  { path: '/privacy', title: msg('Privacy') },
  { path: '/security', title: msg('Security') },
  { path: '/terms', title: msg('Terms') },
]
