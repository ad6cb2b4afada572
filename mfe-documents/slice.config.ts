import { describeSlice } from '@inkproof/slice'

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
    '/document-signing',
    '/ai-features',
    '/share/:shareLink',
    '/sign/:token',
    '/dashboard',
    '/profile',
    '/payment/:documentId',
    '/payment-success/:documentId',
    '/collaborate/:sessionId',
  ],
  nav: [
    { to: '/', label: 'Home', order: 10 },
    { to: '/certify', label: 'Certify', order: 20 },
    { to: '/verify', label: 'Verify', order: 30 },
    { to: '/document-signing', label: 'Sign Documents', order: 40 },
    { to: '/templates', label: 'Templates', order: 50 },
    { to: '/collaborate/new', label: 'Collaborate', order: 60 },
    { to: '/ai-features', label: 'AI', order: 70 },
  ],
  fills: [],
})
