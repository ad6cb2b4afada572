import { formatLocal, formatUtc } from '@inkproof/texts/format'

/** A time that is evidence: in UTC for every reader, and in the reader's own time zone. */
export function Moment({ at }: { at: string }) {
  const local = formatLocal(at)
  return (
    <>
      <time dateTime={at} className="whitespace-nowrap">
        {formatUtc(at)}
      </time>
      {local !== null && <span className="block text-ink-faint text-sm">{local}</span>}
    </>
  )
}
