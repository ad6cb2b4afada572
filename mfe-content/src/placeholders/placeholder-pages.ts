import { t } from '@inkproof/texts/text'
import type { PlaceholderPages } from '@inkproof/ui/placeholder-page'

/** Pages whose content will be added in a later release. */
export const PLACEHOLDER_PAGES: PlaceholderPages = {
  '/api': {
    title: 'API',
    sentence: t('The public API reference and API keys aren’t available yet.'),
    to: '/docs',
    label: t('Learn how to verify from the command line'),
  },
  '/api-test': {
    title: t('API test'),
    sentence: t('The API console isn’t available yet.'),
    to: '/docs',
    label: t('Learn how to verify from the command line'),
  },
  '/careers': {
    title: t('Careers'),
    sentence: t('There are no open positions right now.'),
    to: '/about',
    label: t('Learn about Inkproof'),
  },
  '/pricing': {
    title: t('Pricing'),
    sentence: t('Inkproof is currently free: certifying by fingerprint costs nothing.'),
    to: '/certify',
    label: t('Certify a file'),
  },
  '/support': {
    title: t('Support'),
    sentence: t('Support requests aren’t available yet.'),
    to: '/faq',
    label: t('See common questions'),
  },
  '/advertising': {
    title: t('Advertising'),
    sentence: t('Advertising inquiries aren’t available yet.'),
    to: '/about',
    label: t('Learn about Inkproof'),
  },
  '/troubleshooting': {
    title: t('Troubleshooting'),
    sentence: t('Browser and connection checks aren’t available yet.'),
    to: '/auth-status',
    label: t('Check the status of this installation'),
  },
}
