import { t } from '@inkproof/texts/text'
import type { PlaceholderPages } from '@inkproof/ui/placeholder-page'

const CERTIFY = { to: '/certify', label: t('Certify a document') }
const DASHBOARD = { to: '/dashboard', label: t('Go to your certificates') }

/** Pages whose content will be added in a later release. */
export const PLACEHOLDER_PAGES: PlaceholderPages = {
  '/templates': {
    title: t('Templates'),
    sentence: t(
      'Templates aren’t available yet. Write your document in any editor, then certify the file.',
    ),
    ...CERTIFY,
  },
  '/ai-features': {
    title: 'AI',
    sentence: t('Document analysis isn’t available yet. Your files stay on your device.'),
    ...CERTIFY,
  },
  '/payment/:documentId': {
    title: t('Payment'),
    sentence: t('Inkproof is currently free, so there is nothing to pay.'),
    ...DASHBOARD,
  },
  '/payment-success/:documentId': {
    title: t('Payment receipt'),
    sentence: t('Inkproof is currently free, so there is no receipt.'),
    ...DASHBOARD,
  },
  '/collaborate/:sessionId': {
    title: t('Collaborate'),
    sentence: t(
      'The shared editor isn’t available yet. Finish your document in another editor, then certify the file.',
    ),
    ...CERTIFY,
  },
}
