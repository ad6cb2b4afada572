import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { describeParticipant } from '../recipients/describe-participant.ts'
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
