import type { Envelope } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'

/** Returns who did not respond before their own deadline, or that the deadline of the request has passed. @param recipients of a request that has expired */
export function titleOfExpiry(recipients: Envelope['recipients']): string {
  const [late, ...others] = recipients.filter(({ isLate }) => isLate)
  if (late === undefined) return t('The signing deadline has passed')
  return others.length === 0
    ? t('{name} did not respond in time', { name: late.name })
    : t('Several people did not respond in time')
}
