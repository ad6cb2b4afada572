/** The words for what happened to an account: one entry a kind of event that is told by mail. */
import type { EventKind } from '../events/events.model.ts'
import { type Letter, timeInWords, type Value } from './letter.ts'

/** What a person has just done themselves, and could undo as easily, is told to nobody. */
type Untold = 'account-created' | 'email-confirmed' | 'member-invited' | 'member-joined'
export type MailedKind = Exclude<EventKind, Untold>

export function isMailedKind(kind: EventKind): kind is MailedKind {
  return Object.hasOwn(EVENT_WORDS, kind)
}

export type EventWords = Pick<Letter, 'subject' | 'heading' | 'paragraphs'> & {
  /**
   * `password`: get back in by a new one; `settings`: look there; `stranger`: it was somebody else, perhaps;
   * `none`: nothing was changed.
   */
  ifNotYou: 'password' | 'settings' | 'stranger' | 'none'
}

/** The time an account goes, as words; it is kept in ISO 8601. */
function dayOf(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : timeInWords(at)
}

function emailChanged(value: Value): EventWords {
  return {
    subject: 'The e-mail address of your account was changed',
    heading: 'Your account has another e-mail address',
    paragraphs: [
      `Your account now uses ${value('to', 'this address')}. You sign in with it, and what we have to tell you goes there.`,
    ],
    ifNotYou: 'settings',
  }
}

/** A change that was undone, before it happened or after: `to` is the address that the account keeps. */
function emailKept(value: Value): EventWords {
  return {
    subject: 'Your e-mail address was kept',
    heading: 'Your account keeps its e-mail address',
    paragraphs: [
      `Your account uses ${value('to', 'this address')}. The change to ${value('from', 'another address')} was undone.`,
      'Every session of your account was ended, so sign in again.',
    ],
    ifNotYou: 'stranger',
  }
}

/** What is said of each kind of event. */
export const EVENT_WORDS: Record<MailedKind, (value: Value) => EventWords> = {
  'new-device': (value) => ({
    subject: `New sign-in with ${value('device', 'a device you have not used before')}`,
    heading: 'Your account was opened on a new device',
    paragraphs: [
      'Somebody signed in to your Inkproof account with a browser that has not been used for it before. If that was you, there is nothing to do.',
    ],
    ifNotYou: 'password',
  }),
  'password-set': () => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'From now on the new password opens your account, and every other session was ended.',
    ],
    ifNotYou: 'password',
  }),
  'password-reset': () => ({
    subject: 'Your password was reset',
    heading: 'You have a new password',
    paragraphs: [
      'It was set with the link we mailed to you. Every session of your account was ended, so sign in again with the new password.',
    ],
    ifNotYou: 'password',
  }),
  'email-changed': (value) => (value('undone', '') ? emailKept(value) : emailChanged(value)),
  'way-added': (value) => ({
    subject: 'A way to sign in was added to your account',
    heading: 'A way to sign in was added',
    paragraphs: [`Your account can now be opened with: ${value('way', 'another way')}.`],
    ifNotYou: 'settings',
  }),
  'way-removed': (value) => ({
    subject: 'A way to sign in was removed from your account',
    heading: 'A way to sign in was removed',
    paragraphs: [`Your account can no longer be opened with: ${value('way', 'one of its ways')}.`],
    ifNotYou: 'settings',
  }),
  'app-added': () => ({
    subject: 'An authenticator app was added to your account',
    heading: 'An authenticator app now protects your account',
    paragraphs: [
      'From now on signing in asks for a code of the app as well. Keep your recovery codes where you find them without this device.',
    ],
    ifNotYou: 'password',
  }),
  'app-removed': () => ({
    subject: 'The authenticator app was removed from your account',
    heading: 'Your account has no authenticator app any more',
    paragraphs: ['Signing in no longer asks for a code.'],
    ifNotYou: 'password',
  }),
  'recovery-codes-made': () => ({
    subject: 'New recovery codes were made for your account',
    heading: 'You have new recovery codes',
    paragraphs: ['The ones before no longer work. Keep the new ones in a safe place.'],
    ifNotYou: 'password',
  }),
  'recovery-code-used': (value) => ({
    subject: 'A recovery code was used for your account',
    heading: 'A recovery code was used',
    paragraphs: [
      'Somebody showed one of your recovery codes, to sign in or to confirm that it is you. Each works once.',
      `Codes that are left: ${value('left', 'see your settings')}.`,
    ],
    ifNotYou: 'password',
  }),
  'sessions-ended': () => ({
    subject: 'Sessions of your account were ended',
    heading: 'Sessions were ended',
    paragraphs: ['Whoever used them has to sign in again.'],
    ifNotYou: 'password',
  }),
  'deletion-asked': (value) => ({
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    paragraphs: [
      `It will be deleted on ${dayOf(value('deleteAt', 'the day your settings name'))}. Until then you can sign in and keep it.`,
      'Certificates stay valid, as the record cannot be changed; they will no longer lead to you.',
    ],
    ifNotYou: 'password',
  }),
  'deletion-cancelled': () => ({
    subject: 'Your account stays',
    heading: 'Your account stays',
    paragraphs: ['It was to be deleted. That was called off, and everything is as it was.'],
    ifNotYou: 'password',
  }),
  'account-deleted': () => ({
    subject: 'Your account was deleted',
    heading: 'Your account is gone',
    paragraphs: [
      'We have deleted it with everything that led to you. Certificates stay valid for whoever holds their proof files.',
      'This is the last mail you get from us.',
    ],
    ifNotYou: 'none',
  }),
  'role-changed': (value) => ({
    subject: `Your role in ${value('workspace', 'a workspace')} was changed`,
    heading: 'Your role was changed',
    paragraphs: [
      `In the workspace ${value('workspace', 'you belong to')} you are now: ${value('role', 'see your settings')}.`,
    ],
    ifNotYou: 'none',
  }),
  'member-removed': (value) => ({
    subject: `You no longer belong to ${value('workspace', 'a workspace')}`,
    heading: value('own', '') ? 'You left a workspace' : 'You were removed from a workspace',
    paragraphs: [
      `You no longer belong to the workspace ${value('workspace', 'you were a member of')}. Your own account and its personal workspace are as before.`,
    ],
    ifNotYou: 'none',
  }),
  'test-mail': () => ({
    subject: 'Test message from Inkproof',
    heading: 'Mail from this installation reaches you',
    paragraphs: [
      'You asked for this message on the page "E-mail test". That you read it shows that mails from here arrive.',
    ],
    ifNotYou: 'none',
  }),
}
