import type { Envelope } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Section } from '@inkproof/ui/page'
import { RecipientItem } from './recipient-item.tsx'

/** Everybody in a request that was sent to others, in the order in which they act. */
export function RecipientSection({ envelope }: { envelope: Envelope }) {
  const canWrite = useSession(({ user }) => user?.role !== 'viewer')
  const indexed = envelope.recipients.map((recipient, index) => ({ recipient, index }))
  const orders = [...new Set(envelope.recipients.map(({ order }) => order))].sort((a, b) => a - b)
  const turns = orders.map((order) => ({
    order,
    members: indexed.filter(({ recipient }) => recipient.order === order),
  }))
  return (
    <Section ruled title={t('Recipients')}>
      {turns.map(({ members, order }, turn) => (
        <div key={order}>
          {turns.length > 1 && (
            <h3 className="mt-4 font-medium text-ink-faint text-sm first:mt-0">
              {t('Turn {number}', { number: turn + 1 })}
            </h3>
          )}
          <ul className="divide-y divide-line">
            {members.map(({ index, recipient }) => (
              <RecipientItem
                // The place stays the same when the sender corrects who has it.
                key={recipient.original}
                envelope={envelope}
                recipient={recipient}
                index={index}
                canWrite={canWrite}
              />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}
