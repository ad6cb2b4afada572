import type { LaterPages } from '@inkproof/ui/later-page'

/** Pages whose content comes with a later release. */
export const LATER: LaterPages = {
  '/api': {
    title: 'API',
    sentence: 'This release has no public API reference and no API keys yet.',
    to: '/docs',
    label: 'Read how to verify with the command line',
  },
  '/api-test': {
    title: 'API test',
    sentence: 'This release has no console for API calls yet.',
    to: '/docs',
    label: 'Read how to verify with the command line',
  },
  '/careers': {
    title: 'Careers',
    sentence: 'This release lists no open positions.',
    to: '/about',
    label: 'Read what Inkproof is about',
  },
  '/pricing': {
    title: 'Pricing',
    sentence: 'This release takes no payment: certifying by fingerprint is free.',
    to: '/certify',
    label: 'Certify a file',
  },
  '/support': {
    title: 'Support',
    sentence: 'This release cannot take support requests yet.',
    to: '/faq',
    label: 'See the questions people ask first',
  },
  '/advertising': {
    title: 'Advertising',
    sentence: 'This release cannot take advertising enquiries yet.',
    to: '/about',
    label: 'Read what Inkproof is about',
  },
  '/troubleshooting': {
    title: 'Troubleshooting',
    sentence: 'This release cannot check your browser and connection yet.',
    to: '/auth-status',
    label: 'See how each part of this installation is doing',
  },
}
