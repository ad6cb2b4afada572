import type { SentMail } from '@inkproof/protocol/mail'
import { Timeline, type TimelineStep } from '@inkproof/ui/timeline'
import { MailboxNote } from '../mailbox/mailbox-note.tsx'

/** The way of one mail, as far as this installation can see it. */
export function Delivery({ mail }: { mail: SentMail }) {
  return (
    <div className="space-y-5">
      <Timeline label="Delivery of the test message" steps={stepsOf(mail)} />
      {mail.state === 'sent' && <MailboxNote />}
    </div>
  )
}

function stepsOf(mail: SentMail): TimelineStep[] {
  const { to, at, state, sentAt } = mail
  return [
    { id: 'written', title: 'Written down', state: 'done', at, detail: `For ${to}.` },
    {
      id: 'server',
      title: 'Handed to the mail server',
      state: state === 'sent' ? 'done' : state === 'refused' ? 'failed' : 'current',
      at: sentAt,
      detail: serverSays(mail),
    },
    {
      id: 'inbox',
      title: 'In your inbox',
      state: 'waiting',
      detail:
        state === 'sent'
          ? 'Only you can see that: look into your inbox, and into the spam folder.'
          : 'Comes after the mail server has taken it.',
    },
  ]
}

function serverSays({ state, tries, nextTryAt, answer }: SentMail): string {
  const count = tries === 1 ? '1 try' : `${tries} tries`
  const said = answer ? ` The server said: ${answer}` : ''
  if (state === 'sent') return `After ${count}.${said}`
  if (state === 'refused') return `Refused after ${count}.${said}`
  if (tries === 0 || nextTryAt === null) return 'In a moment.'
  return `Not taken yet after ${count}.${said} It is tried again by itself.`
}
