import { formatLocal } from '@inkproof/texts/format'
import { formatUtc } from '@inkproof/texts/format-utc'

/** A time that counts as evidence: in UTC, and in the user's own time zone. */
export function Timestamp({ time }: { time: string }) {
  const local = formatLocal(time)
  return (
    <>
      <time dateTime={time} className="whitespace-nowrap">
        {formatUtc(time)}
      </time>
      {local !== null && <span className="block text-ink-faint text-sm">{local}</span>}
    </>
  )
}
