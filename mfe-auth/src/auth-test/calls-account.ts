import { DELETION_DELAY_DAYS, DELETION_PHRASE } from '@inkproof/protocol/profile'
import type { CallGroup } from './call.ts'

/** Names, picture, address, mails, history, and the end of the account. */
export const ACCOUNT_GROUPS: readonly CallGroup[] = [
  {
    title: 'Profile',
    calls: [
      {
        method: 'PATCH',
        path: '/api/auth/profile',
        says: 'Changes the names; null is none.',
        needs: 'session',
        body: { firstName: null, lastName: null },
        effect: 'Changes your name everywhere.',
        after: 'changes you',
      },
      {
        method: 'PUT',
        path: '/api/auth/profile/picture',
        says: 'Sets the picture: a JPEG, PNG, WebP or GIF in base64.',
        needs: 'session',
        body: { image: '' },
        effect: 'Replaces your picture.',
        after: 'changes you',
      },
      {
        method: 'DELETE',
        path: '/api/auth/profile/picture',
        says: 'Takes the picture away.',
        needs: 'session',
        effect: 'Your initials are shown instead.',
        after: 'changes you',
      },
      {
        method: 'GET',
        path: '/api/auth/pictures/:id',
        says: 'A picture, by the last part of its address.',
      },
      {
        method: 'GET',
        path: '/api/auth/export',
        says: 'All that is kept about you, as a file.',
        needs: 'proof',
      },
    ],
  },
  {
    title: 'E-mail address',
    calls: [
      {
        method: 'GET',
        path: '/api/auth/email',
        says: 'The address, whether it is confirmed, and a change under way.',
        needs: 'session',
      },
      {
        method: 'POST',
        path: '/api/auth/email',
        says: 'Begins a change: mails a link to the new address and tells the present one.',
        needs: 'proof',
        body: { email: '' },
        effect: 'Sends a mail to both addresses.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/email/pending',
        says: 'Calls a change off.',
        needs: 'session',
        effect: 'The mailed link stops working.',
      },
      {
        method: 'POST',
        path: '/api/auth/email/confirmation',
        says: 'Mails a link that confirms the address.',
        needs: 'session',
        effect: 'Sends you a mail.',
      },
      {
        method: 'POST',
        path: '/api/auth/email/link/check',
        says: 'What a mailed link is for; kinds are confirm-email, change-email and undo-email.',
        body: { kind: 'confirm-email', token: '' },
      },
      {
        method: 'POST',
        path: '/api/auth/email/link',
        says: 'Does what the mailed link is for.',
        body: { kind: 'confirm-email', token: '' },
        effect: 'Confirms, changes or keeps the address; keeping it ends every session.',
      },
    ],
  },
  {
    title: 'Mails',
    calls: [
      {
        method: 'GET',
        path: '/api/auth/emails',
        says: 'The mails sent to you, and how each is doing.',
        needs: 'session',
      },
      {
        method: 'POST',
        path: '/api/auth/email-test',
        says: 'Sends a test message to your address.',
        needs: 'session',
        effect: 'Sends you a mail.',
      },
      {
        method: 'GET',
        path: '/api/auth/email-test/:id',
        says: 'How a test message is doing.',
        needs: 'session',
      },
    ],
  },
  {
    title: 'History and end of the account',
    calls: [
      {
        method: 'GET',
        path: '/api/auth/history',
        says: 'What happened to the account, newest first, before the entry named.',
        needs: 'session',
        query: { before: '' },
      },
      {
        method: 'POST',
        path: '/api/auth/deletion',
        says: `Asks for the account to be deleted; the words are “${DELETION_PHRASE}”.`,
        needs: 'proof',
        body: { confirmation: '' },
        effect: `Your account is deleted after ${DELETION_DELAY_DAYS} days, and your other sessions end at once.`,
      },
      {
        method: 'DELETE',
        path: '/api/auth/deletion',
        says: 'Keeps the account after all.',
        needs: 'session',
        effect: 'The deletion that was asked for is called off.',
      },
    ],
  },
]
