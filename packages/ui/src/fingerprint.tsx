import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { CopyButton } from './copy-button.tsx'
import { splitIntoGroups } from './format.ts'

export type FingerprintProps = {
  /** Hexadecimal without grouping; the groups are only visual and not copied. */
  value: string
  /** Accessible name of the copy button: "Copy fingerprint". */
  copyLabel?: string | undefined
  /** The value to compare with; groups that differ are marked. */
  compareWith?: string | undefined
  size?: 'sm' | 'md' | undefined
  /** Omits the frame and the button, for use inside a list. */
  bare?: boolean | undefined
  className?: string | undefined
}

const GROUP_SIZE = 4

/** Shows a hash in groups of four, every second one lighter, so that it can be compared by eye. */
export function Fingerprint(props: FingerprintProps) {
  const {
    value,
    copyLabel = t('Copy fingerprint'),
    compareWith,
    size = 'md',
    bare,
    className,
  } = props
  const parts = splitIntoGroups(value, GROUP_SIZE).map((text, index) => ({
    text,
    start: index * GROUP_SIZE,
  }))
  const code = (
    <code
      className={cx(
        'block min-w-0 flex-1 text-balance font-mono text-ink leading-relaxed [overflow-wrap:anywhere]',
        size === 'sm' ? 'text-xs' : 'text-sm',
        bare && className,
      )}
    >
      {parts.map((part) => (
        <Group
          key={part.start}
          text={part.text}
          compared={compareWith?.slice(part.start, part.start + GROUP_SIZE)}
          isLight={part.start % (2 * GROUP_SIZE) !== 0}
        />
      ))}
    </code>
  )
  if (bare) return code
  return (
    <div
      className={cx(
        'flex items-start gap-2 rounded-lg border border-line bg-sunken py-2 pr-1.5 pl-3.5',
        className,
      )}
    >
      <span className="min-w-0 flex-1 py-1">{code}</span>
      <CopyButton value={value} label={copyLabel} />
    </div>
  )
}

type GroupProps = { text: string; compared: string | undefined; isLight: boolean }

function Group({ text, compared, isLight }: GroupProps) {
  const isDifferent = compared !== undefined && compared !== text
  return (
    <>
      <span
        className={cx(
          'mr-[0.75ch]',
          isLight && !isDifferent && 'text-ink-faint',
          isDifferent && 'rounded-xs bg-danger-wash text-danger underline underline-offset-4',
        )}
      >
        {text}
      </span>
      <wbr />
    </>
  )
}
