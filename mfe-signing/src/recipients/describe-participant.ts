import type { EnvelopeState, Participant } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import type { BadgeTone } from '@inkproof/ui/badge'
import { mustAct } from './must-act.ts'

type Person = Pick<Participant, 'isLate' | 'isYou' | 'role' | 'state'>
type Look = { label: string; tone: BadgeTone }

/** Returns how far a recipient of a request is, as a badge says it. */
export function describeParticipant(person: Person, envelopeState: EnvelopeState): Look {
  if (person.isLate) return { tone: 'danger', label: t('Did not respond in time') }
  return WITHOUT_DOCUMENT.includes(envelopeState) && !hasActed(person)
    ? describeEnded(person)
    : describeOpen(person, envelopeState)
}

const WITHOUT_DOCUMENT: readonly EnvelopeState[] = ['declined', 'voided', 'expired']

function hasActed(person: Person): boolean {
  return person.state === 'declined' || (person.state === 'done' && mustAct(person))
}

function describeOpen({ isYou, role, state }: Person, envelopeState: EnvelopeState): Look {
  if (state === 'declined') return { tone: 'danger', label: t('Declined') }
  if (role === 'copy')
    return envelopeState === 'completed'
      ? { tone: 'success', label: t('Received a copy') }
      : { tone: 'neutral', label: t('Gets a copy at the end') }
  if (state === 'later') return { tone: 'neutral', label: t('Not invited yet') }
  if (role === 'viewer')
    return state === 'opened'
      ? { tone: 'success', label: t('Opened') }
      : { tone: 'neutral', label: t('Can view') }
  if (state === 'done')
    return { tone: 'success', label: role === 'approver' ? t('Approved') : t('Signed') }
  if (isYou) return { tone: 'accent', label: t('Your turn') }
  return { tone: 'accent', label: WAITING[state] }
}

const WAITING = {
  invited: t('Invited'),
  opened: t('Opened'),
  verified: t('E-mail confirmed'),
} as const

/** Describes a person who had not acted when the request ended without a signed document. */
function describeEnded({ role, state }: Person): Look {
  if (role === 'copy') return { tone: 'neutral', label: t('Gets no copy') }
  if (state === 'later') return { tone: 'neutral', label: t('Was not invited') }
  return { tone: 'neutral', label: ENDED[role] }
}

const ENDED = {
  signer: t('Can no longer sign'),
  approver: t('Can no longer approve'),
  viewer: t('Can no longer view'),
} as const
