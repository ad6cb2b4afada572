import type { Texts } from '@inkproof/texts/make-texts'

/** Why an attempt failed, if the reason is not a mail server's response; an entry stores the code. */
export type OwnAnswer = 'not-one-mailbox' | 'sign-in-rejected' | 'no-response' | 'not-composed'

const WORDS: Record<OwnAnswer, (t: Texts['t']) => string> = {
  'not-one-mailbox': (t) => t('The address does not name exactly one mailbox.'),
  'sign-in-rejected': (t) => t('The mail server rejected our sign-in.'),
  'no-response': (t) => t('The mail server did not respond.'),
  'not-composed': (t) => t('The e-mail could not be composed.'),
}

/** Formats an entry's answer; the response of a mail server is shown unchanged. */
export function wordAnswer(answer: string, t: Texts['t']): string {
  return Object.hasOwn(WORDS, answer) ? WORDS[answer as OwnAnswer](t) : answer
}
