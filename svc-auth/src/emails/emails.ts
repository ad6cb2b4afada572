import type { EventEmails, EventText } from '../events/event-email.ts'
import type { LinkEmails } from '../tokens/link-email.ts'

type Input = Parameters<NonNullable<EventEmails['email-changed']>>[0]

export const emailChangeEmails: EventEmails = {
  'email-changed': (input) =>
    input.value('undone', '') ? changeUndone(input) : addressChanged(input),
}

function addressChanged({ t, value }: Input): EventText {
  return {
    subject: t('The e-mail address of your account was changed'),
    heading: t('Your e-mail address was changed'),
    paragraphs: [
      t(
        'Your account now uses {email}. Use it to sign in from now on. We’ll also send notices about your account to it.',
        { email: value('to', t('this address')) },
      ),
    ],
    ifNotYou: 'settings',
  }
}

/** Sent when an address change was undone, before or after it took effect. `to` is the address the account keeps. */
function changeUndone({ t, value }: Input): EventText {
  return {
    subject: t('The change of your e-mail address was undone'),
    heading: t('E-mail address change undone'),
    paragraphs: [
      t('Your account uses {email}. The change to {other} was undone.', {
        email: value('to', t('this address')),
        other: value('from', t('another address')),
      }),
      t('You’ve been signed out on all devices. Sign in again.'),
    ],
    ifNotYou: 'intruder',
  }
}

export const emailLinkEmails: LinkEmails = {
  'confirm-email': ({ t, value }) => ({
    subject: t('Confirm your e-mail address for Inkproof'),
    heading: t('Confirm your e-mail address'),
    paragraphs: [
      t(
        'Confirm that {email} is your address so you can recover your account if you forget your password. You can certify and verify without confirming it.',
        { email: value('email', t('this address')) },
      ),
    ],
    label: t('Confirm this address'),
    path: '/user-profile#confirm-email=',
    duration: t('7 days'),
    reason: t(
      'You received this e-mail because an Inkproof account was created with this address. If this wasn’t you, ignore it.',
    ),
  }),
  'change-email': ({ t, value }) => ({
    subject: t('Confirm your new e-mail address for Inkproof'),
    heading: t('Use this address for your account?'),
    paragraphs: [
      t(
        'Confirm that {email} is your address. You’ll then use it to sign in and to receive notices about your account.',
        { email: value('to', t('this address')) },
      ),
    ],
    label: t('Use this address'),
    path: '/user-profile#change-email=',
    duration: t('24 hours'),
    reason: t(
      'You received this e-mail because someone entered this address for their Inkproof account. If this wasn’t you, ignore it; nothing will change.',
    ),
  }),
  'undo-email': ({ t, value }) => ({
    subject: t('The e-mail address of your account is being changed'),
    heading: t('Your e-mail address is being changed'),
    paragraphs: [
      t('Your account will use {email} instead of {other} once that address is confirmed.', {
        email: value('to', t('another address')),
        other: value('from', t('this one')),
      }),
      t(
        'If this was you, no action is needed. If it wasn’t, keep this address now: the change will be cancelled and you’ll be signed out on all devices.',
      ),
    ],
    label: t('Keep this address'),
    path: '/user-profile#undo-email=',
    duration: t('7 days'),
    reason: t(
      'You received this e-mail because this is the e-mail address of your Inkproof account.',
    ),
  }),
}
