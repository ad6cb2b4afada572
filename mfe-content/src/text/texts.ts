/**
 * Addresses whose page is a text of the content service under the same name, with its title: the heading
 * stands before the text has come, and also when it does not come.
 */
export const TEXTS: Readonly<Record<string, string>> = {
  '/about': 'About Inkproof',
  '/features': 'What Inkproof does',
  '/security': 'Security',
  '/docs': 'Documentation',
  '/litepaper': 'Litepaper',
  '/faq': 'Questions',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
}

/** Texts that offer the search over everything written. */
export const SEARCHABLE: readonly string[] = ['/docs', '/faq']
