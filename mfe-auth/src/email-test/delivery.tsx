import type { SentEmail } from '@inkproof/protocol/mail'
import { plural, t } from '@inkproof/texts/text'
import { Timeline, type TimelineStep } from '@inkproof/ui/timeline'
import { MailboxNote } from '../mailbox/mailbox-note.tsx'

/** The delivery steps of one e-mail that this installation can observe. */
export function Delivery({ mail }: { mail: SentEmail }) {
  return (
    <div className="space-y-5">
      <Timeline label={t('Delivery of the test message')} steps={getSteps(mail)} />
      {mail.state === 'sent' && <MailboxNote />}
    </div>
  )
}

function getSteps(mail: SentEmail): TimelineStep[] {
  const { to, at, state, sentAt } = mail
  return [
    {
      id: 'written',
      title: t('Queued'),
      state: 'done',
      at,
      detail: t('Addressed to {to}.', { to }),
    },
    {
      id: 'server',
      title: state === 'due' ? t('Sending to the mail server') : t('Sent to the mail server'),
      state: state === 'sent' ? 'done' : state === 'refused' ? 'failed' : 'current',
      at: sentAt,
      detail: describeResponse(mail),
    },
    {
      id: 'inbox',
      title: t('In your inbox'),
      state: 'waiting',
      detail:
        state === 'sent'
          ? t('Inkproof can’t see your inbox. Check it and your spam folder.')
          : t('Only after the mail server has accepted the message.'),
    },
  ]
}

function describeResponse({ state, tries, nextTryAt, answer }: SentEmail): string {
  const outcome = describeAttempts({ state, tries, nextTryAt })
  return answer ? t('{outcome} Details: {answer}', { outcome, answer }) : outcome
}

function describeAttempts({
  state,
  tries,
  nextTryAt,
}: Pick<SentEmail, 'state' | 'tries' | 'nextTryAt'>) {
  if (state === 'sent') {
    return plural(tries, {
      one: 'Accepted after {count} attempt.',
      other: 'Accepted after {count} attempts.',
    })
  }
  if (state === 'refused') {
    return plural(tries, {
      one: 'Rejected after {count} attempt.',
      other: 'Rejected after {count} attempts.',
    })
  }
  if (tries === 0 || nextTryAt === null) return t('Sending…')
  return plural(tries, {
    one: 'Not accepted after {count} attempt. We’ll keep retrying automatically.',
    other: 'Not accepted after {count} attempts. We’ll keep retrying automatically.',
  })
}
