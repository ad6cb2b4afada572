import type { Envelope } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { plural, t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { mustAct } from '../recipients/must-act.ts'
import { DiscardButton } from '../signing/discard-button.tsx'
import { whoseTurn } from './turn.ts'

/** A request that waits for others: how far it is, and who is next. */
export function SentView({ envelope }: { envelope: Envelope }) {
  const isViewer = useSession(({ user }) => user?.role === 'viewer')
  const { expiresAt, recipients } = envelope
  const acting = recipients.filter(mustAct)
  const done = acting.filter(({ state }) => state === 'done').length
  const names = whoseTurn(envelope).map(({ name }) => name)
  return (
    <Card className="space-y-4" padding="lg" aria-live="polite">
      <div className="space-y-1">
        <h2 className="font-medium text-2xl text-ink tracking-tighter">
          {isSentToOthers(envelope) ? t('Sent for signature') : t('Not signed yet')}
        </h2>
        <p className="break-words text-ink-muted">
          {names.length > 0 && t('Waiting for {names}.', { names: joinNames(names) })}{' '}
          {acting.length > 1 &&
            plural(
              acting.length,
              {
                one: '{done} of {count} person is done.',
                other: '{done} of {count} people are done.',
              },
              { done },
            )}
        </p>
        {expiresAt !== null && (
          <p className="text-ink-faint text-sm">
            {t('Deadline: {time}', { time: formatDateTime(expiresAt, { showZone: true }) })}
          </p>
        )}
      </div>
      {envelope.message !== '' && (
        <blockquote className="whitespace-pre-line break-words border-line border-l-2 pl-3 text-ink-muted">
          {envelope.message}
        </blockquote>
      )}
      {!isViewer && <DiscardButton envelope={envelope} size="sm" />}
    </Card>
  )
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat(undefined, { type: 'conjunction' }).format(names)
}
