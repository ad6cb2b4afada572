import type { Texts } from '@inkproof/texts/make-texts'

/** Why an attempt failed without a response of the mail server. The entry stores the code. */
export type FailureCode = 'not-one-mailbox' | 'sign-in-rejected' | 'no-response' | 'not-composed'

const FAILURE_TEXTS: Record<FailureCode, (t: Texts['t']) => string> = {
  'not-one-mailbox': (t) => t('The address does not name exactly one mailbox.'),
  'sign-in-rejected': (t) => t('The mail server rejected our sign-in.'),
  'no-response': (t) => t('The mail server did not respond.'),
  'not-composed': (t) => t('The e-mail could not be composed.'),
}

/** Formats an entry's answer; the response of a mail server is shown unchanged. */
export function formatAnswer(answer: string, t: Texts['t']): string {
  return Object.hasOwn(FAILURE_TEXTS, answer) ? FAILURE_TEXTS[answer as FailureCode](t) : answer
}
