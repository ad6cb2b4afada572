import { t } from '@inkproof/texts/text'
import type { LaterPages } from '@inkproof/ui/later-page'

/** Pages whose content will be added in a later release. */
export const LATER: LaterPages = {
  '/api': {
    title: 'API',
    sentence: t('This release has no public API reference and no API keys yet.'),
    to: '/docs',
    label: t('Read how to verify with the command line'),
  },
  '/api-test': {
    title: t('API test'),
    sentence: t('This release has no console for API calls yet.'),
    to: '/docs',
    label: t('Read how to verify with the command line'),
  },
  '/careers': {
    title: t('Careers'),
    sentence: t('No open positions are listed.'),
    to: '/about',
    label: t('Learn about Inkproof'),
  },
  '/pricing': {
    title: t('Pricing'),
    sentence: t('This release takes no payment: certifying by fingerprint is free.'),
    to: '/certify',
    label: t('Certify a file'),
  },
  '/support': {
    title: t('Support'),
    sentence: t('This release cannot take support requests yet.'),
    to: '/faq',
    label: t('See common questions'),
  },
  '/advertising': {
    title: t('Advertising'),
    sentence: t('This release cannot take advertising enquiries yet.'),
    to: '/about',
    label: t('Learn about Inkproof'),
  },
  '/troubleshooting': {
    title: t('Troubleshooting'),
    sentence: t('This release cannot check your browser and connection yet.'),
    to: '/auth-status',
    label: t('Check the status of this installation'),
  },
}
