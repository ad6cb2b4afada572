/** Addresses whose page is a text of the content service under the same name, with the window's title. */
export const TEXTS: Readonly<Record<string, string>> = {
  '/about': 'About',
  '/features': 'Features',
  '/security': 'Security',
  '/docs': 'Documentation',
  '/faq': 'FAQ',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
}

/** Texts that offer the search over everything written. */
export const SEARCHABLE: readonly string[] = ['/docs', '/faq']
