import '../full.css'
import { NotInThisRelease } from '@inkproof/ui/not-in-this-release'
import { Link } from 'react-router-dom'

const CERTIFY = { to: '/certify', link: 'Certify a document' }
const DASHBOARD = { to: '/dashboard', link: 'Go to your certificates' }

/** Pages that a later release fills, with what works instead. */
const PAGES = {
  templates: {
    title: 'Templates',
    sentence:
      'This release has no templates yet: write the document in any program and certify its file.',
    ...CERTIFY,
  },
  signing: {
    title: 'Sign documents',
    sentence:
      'This release cannot place signatures yet; a certificate already proves that a document existed unchanged.',
    ...CERTIFY,
  },
  invitation: {
    title: 'Sign a document',
    sentence: 'This release sends no signing requests yet, so no link of this kind leads anywhere.',
    to: '/verify',
    link: 'Verify a document you were sent',
  },
  ai: {
    title: 'AI',
    sentence: 'This release reads no documents for you yet: your files stay on your own machine.',
    ...CERTIFY,
  },
  payment: {
    title: 'Payment',
    sentence: 'This release charges nothing, so there is nothing to pay.',
    ...DASHBOARD,
  },
  receipt: {
    title: 'Payment received',
    sentence: 'This release takes no payments, so there is no receipt to show here.',
    ...DASHBOARD,
  },
  collaborate: {
    title: 'Collaborate',
    sentence:
      'This release has no shared editor yet: finish the text elsewhere and certify the file.',
    ...CERTIFY,
  },
} as const

export type LaterName = keyof typeof PAGES

export function LaterPage({ name }: { name: LaterName }) {
  const { title, sentence, to, link } = PAGES[name]
  return (
    <NotInThisRelease title={title} sentence={sentence}>
      <Link to={to}>{link}</Link>
    </NotInThisRelease>
  )
}
