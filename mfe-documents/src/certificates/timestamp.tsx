import { formatDateTime } from '@inkproof/texts/format-date-time'
import { formatUtc } from '@inkproof/texts/format-utc'

/** A time that counts as evidence: in UTC, and in the user's own time zone. */
export function Timestamp({ time }: { time: string }) {
  const utc = formatUtc(time)
  const local = formatDateTime(time, { showZone: true })
  return (
    <>
      <time dateTime={time} className="sm:whitespace-nowrap">
        {utc}
      </time>
      {local !== utc && <span className="block text-ink-faint text-sm">{local}</span>}
    </>
  )
}
