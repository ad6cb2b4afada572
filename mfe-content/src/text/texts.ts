import { t } from '@inkproof/texts/text'

/**
 * Addresses whose page is a text of the content service under the same name, with its title: the heading
 * stands before the text has come, and also when it does not come.
 */
export const TEXTS: Readonly<Record<string, string>> = {
  '/about': t('About Inkproof'),
  '/features': t('What Inkproof does'),
  '/security': t('Security'),
  '/docs': t('Documentation'),
  '/litepaper': t('Litepaper'),
  '/faq': t('Questions'),
  '/privacy': t('Privacy'),
  '/terms': t('Terms'),
}

/** Texts that offer the search over everything written. */
export const SEARCHABLE: readonly string[] = ['/docs', '/faq']
