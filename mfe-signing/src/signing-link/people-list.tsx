import type { Participant } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { describeParticipant } from '../recipients/describe-participant.ts'
import { openDeadlineOf } from '../recipients/open-deadline.ts'
import { ROLE_LABELS } from '../recipients/role-texts.ts'

/** All recipients of a request, in the order in which they act, and how far each is. */
export function PeopleList({ request: { participants, state } }: { request: LinkedRequest }) {
  return (
    <ul className="divide-y divide-line border-line border-y" aria-label={t('Recipients')}>
      {participants.map((person) => {
        const { label, tone } = describeParticipant(person, state)
        return (
          <li key={person.id} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0 break-words">
              <span className="text-ink">
                {person.isYou ? t('{name} (you)', { name: person.name }) : person.name}
              </span>
              <span className="block text-ink-muted text-sm">{ROLE_LABELS[person.role]}</span>
              <Deadline person={person} state={state} />
              {person.isCorrected && (
                <span className="block text-ink-muted text-sm">
                  {t('Name or address corrected by the sender')}
                </span>
              )}
              {person.tookOverFrom !== null && (
                <span className="block text-ink-muted text-sm">
                  {t('Took over from {name}', { name: person.tookOverFrom })}
                </span>
              )}
            </span>
            <Badge tone={tone} className="shrink-0">
              {label}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}

/** Until when somebody can act who has less time than the request. */
function Deadline({ person, state }: { person: Participant; state: LinkedRequest['state'] }) {
  const deadline = state === 'signing' ? openDeadlineOf(person) : undefined
  if (deadline === undefined) return null
  return (
    <time dateTime={deadline} className="block text-ink-muted text-sm">
      {t('Deadline: {time}', { time: formatDateTime(deadline, { showZone: true }) })}
    </time>
  )
}
