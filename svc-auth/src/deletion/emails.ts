import { formatUtc } from '@inkproof/texts/format-utc'
import type { EventEmails } from '../events/event-email.ts'

export const deletionEmails: EventEmails = {
  'deletion-asked': ({ t, value }) => ({
    subject: t('Your account will be deleted'),
    heading: t('Your account will be deleted'),
    paragraphs: [
      t(
        'Your account will be permanently deleted on {date}. Until then you can sign in and cancel the deletion.',
        { date: formatIso(value('deleteAt', '')) || t('the date shown in your settings') },
      ),
      t(
        'Your certificates stay valid because the public record cannot be changed, but they will no longer be linked to you.',
      ),
    ],
    ifNotYou: 'password',
  }),
  'deletion-cancelled': ({ t }) => ({
    subject: t('Your account will not be deleted'),
    heading: t('Your account will not be deleted'),
    paragraphs: [t('The deletion was cancelled. Nothing in your account has changed.')],
    ifNotYou: 'password',
  }),
  'account-deleted': ({ t }) => ({
    subject: t('Your account was deleted'),
    heading: t('Your account was deleted'),
    paragraphs: [
      t(
        'Your account and everything linked to you have been deleted. Certificates stay valid for anyone who has their proof files.',
      ),
      t('This is the last e-mail you will receive from us.'),
    ],
    ifNotYou: 'none',
  }),
}

/** Formats an ISO 8601 time; returns other values unchanged. */
function formatIso(iso: string): string {
  return Number.isNaN(new Date(iso).getTime()) ? iso : formatUtc(iso)
}
