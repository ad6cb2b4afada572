import type { Texts } from '@inkproof/texts/make-texts'

/** Why an attempt failed without a response from the mail server. The outbox entry stores the code. */
export type FailureCode = 'not-one-mailbox' | 'sign-in-rejected' | 'no-response' | 'not-composed'

const FAILURE_TEXTS: Record<FailureCode, (t: Texts['t']) => string> = {
  'not-one-mailbox': (t) => t('The e-mail address is not valid.'),
  'sign-in-rejected': (t) => t('The mail server rejected our sign-in.'),
  'no-response': (t) => t('The mail server did not respond.'),
  'not-composed': (t) => t('The e-mail could not be composed.'),
}

/** Formats the `answer` of an outbox entry; a response from a mail server is returned unchanged. */
export function formatAnswer(answer: string, t: Texts['t']): string {
  return Object.hasOwn(FAILURE_TEXTS, answer) ? FAILURE_TEXTS[answer as FailureCode](t) : answer
}
