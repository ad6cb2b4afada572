import { t } from '@inkproof/texts/text'
import type { LaterPages } from '@inkproof/ui/later-page'

const CERTIFY = { to: '/certify', label: t('Certify a document') }
const DASHBOARD = { to: '/dashboard', label: t('Go to your certificates') }

/** Pages whose content comes with a later release. */
export const LATER: LaterPages = {
  '/templates': {
    title: t('Templates'),
    sentence: t(
      'This release has no templates yet: write the document in any program and certify its file.',
    ),
    ...CERTIFY,
  },
  '/document-signing': {
    title: t('Sign documents'),
    sentence: t(
      'This release cannot place signatures yet; a certificate already proves that a document existed unchanged.',
    ),
    ...CERTIFY,
  },
  '/sign/:token': {
    title: t('Sign a document'),
    sentence: t('This release does not send signing requests yet, so signing links do not work.'),
    to: '/verify',
    label: t('Verify a document you were sent'),
  },
  '/ai-features': {
    title: 'AI',
    sentence: t('This release does not analyze documents yet. Your files stay on your device.'),
    ...CERTIFY,
  },
  '/payment/:documentId': {
    title: t('Payment'),
    sentence: t('This release charges nothing, so there is nothing to pay.'),
    ...DASHBOARD,
  },
  '/payment-success/:documentId': {
    title: t('Payment receipt'),
    sentence: t('This release takes no payments, so there is no receipt to show here.'),
    ...DASHBOARD,
  },
  '/collaborate/:sessionId': {
    title: t('Collaborate'),
    sentence: t(
      'This release has no shared editor yet: finish the text elsewhere and certify the file.',
    ),
    ...CERTIFY,
  },
}
