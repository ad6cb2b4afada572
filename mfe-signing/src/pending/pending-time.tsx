import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'

/** Since when a request waits for the user, and until when they can act. */
export function PendingTime({ expiresAt, since }: { expiresAt: string; since: string }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-faint text-sm">
      <Since time={since} />
      <Expiry time={expiresAt} />
    </p>
  )
}

/** Since when a request waits for a person. */
export function Since({ time }: { time: string }) {
  return (
    <time dateTime={time}>
      {t('Since {time}', { time: formatDateTime(time, { now: Date.now() }) })}
    </time>
  )
}

/** Until when people can act. */
export function Expiry({ time }: { time: string }) {
  return (
    <time dateTime={time}>
      {t('Deadline: {time}', { time: formatDateTime(time, { now: Date.now() }) })}
    </time>
  )
}
