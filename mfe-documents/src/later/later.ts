import type { LaterPages } from '@inkproof/ui/later-page'

const CERTIFY = { to: '/certify', label: 'Certify a document' }
const DASHBOARD = { to: '/dashboard', label: 'Go to your certificates' }

/** Pages whose content comes with a later release. */
export const LATER: LaterPages = {
  '/templates': {
    title: 'Templates',
    sentence:
      'This release has no templates yet: write the document in any program and certify its file.',
    ...CERTIFY,
  },
  '/document-signing': {
    title: 'Sign documents',
    sentence:
      'This release cannot place signatures yet; a certificate already proves that a document existed unchanged.',
    ...CERTIFY,
  },
  '/sign/:token': {
    title: 'Sign a document',
    sentence: 'This release sends no signing requests yet, so no link of this kind leads anywhere.',
    to: '/verify',
    label: 'Verify a document you were sent',
  },
  '/ai-features': {
    title: 'AI',
    sentence: 'This release reads no documents for you yet: your files stay on your own machine.',
    ...CERTIFY,
  },
  '/payment/:documentId': {
    title: 'Payment',
    sentence: 'This release charges nothing, so there is nothing to pay.',
    ...DASHBOARD,
  },
  '/payment-success/:documentId': {
    title: 'Payment receipt',
    sentence: 'This release takes no payments, so there is no receipt to show here.',
    ...DASHBOARD,
  },
  '/collaborate/:sessionId': {
    title: 'Collaborate',
    sentence:
      'This release has no shared editor yet: finish the text elsewhere and certify the file.',
    ...CERTIFY,
  },
}
