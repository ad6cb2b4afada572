import { describeSlice } from '@inkproof/slice'
import { msg } from '@inkproof/texts/message'

export const description = describeSlice({
  id: 'documents',
  contract: 1,
  paths: [
    '/',
    '/professional',
    '/professional/certify',
    '/certify',
    '/verify',
    '/templates',
    '/ai-features',
    '/share/:shareLink',
    '/dashboard',
    '/profile',
    '/payment/:documentId',
    '/payment-success/:documentId',
    '/collaborate/:sessionId',
  ],
  nav: [
    { to: '/', label: msg('Home'), order: 10 },
    { to: '/certify', label: msg('Certify'), order: 20 },
    { to: '/verify', label: msg('Verify'), order: 30 },
    { to: '/templates', label: msg('Templates'), order: 50 },
    { to: '/collaborate/new', label: msg('Collaborate'), order: 60 },
    { to: '/ai-features', label: msg('AI'), order: 70 },
  ],
  fills: [],
})
