import { t } from '@inkproof/texts/text'
import type { LaterPages } from '@inkproof/ui/later-page'

/** Pages whose content comes with a later release. */
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
    sentence: t('This release lists no open positions.'),
    to: '/about',
    label: t('Read what Inkproof is about'),
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
    label: t('See the questions people ask first'),
  },
  '/advertising': {
    title: t('Advertising'),
    sentence: t('This release cannot take advertising enquiries yet.'),
    to: '/about',
    label: t('Read what Inkproof is about'),
  },
  '/troubleshooting': {
    title: t('Troubleshooting'),
    sentence: t('This release cannot check your browser and connection yet.'),
    to: '/auth-status',
    label: t('Check the status of this installation'),
  },
}
