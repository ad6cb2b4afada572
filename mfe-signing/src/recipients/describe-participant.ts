import type { EnvelopeState, Participant } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import type { BadgeTone } from '@inkproof/ui/badge'

/** Returns how far a recipient of a request is, as a badge says it. */
export function describeParticipant(
  { isLate, isYou, role, state }: Pick<Participant, 'isLate' | 'isYou' | 'role' | 'state'>,
  envelopeState: EnvelopeState,
): { label: string; tone: BadgeTone } {
  if (state === 'declined') return { tone: 'danger', label: t('Declined') }
  if (isLate) return { tone: 'danger', label: t('Did not respond in time') }
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
