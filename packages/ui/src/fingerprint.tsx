import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { CopyButton } from './copy-button.tsx'
import { groups } from './format.ts'

export type FingerprintProps = {
  /** Hexadecimal without grouping; groups are only visual and are not copied. */
  value: string
  /** Accessible name of the copy button: "Copy fingerprint". */
  copyLabel?: string | undefined
  /** The value of another document; characters that differ from it are marked. */
  compareWith?: string | undefined
  size?: 'sm' | 'md' | undefined
  /** Omits the frame and the button, for use inside a list. */
  bare?: boolean | undefined
  className?: string | undefined
}

const GROUP = 4

/** Shows a hash so that people can compare it: groups of four, every second one lighter. */
export function Fingerprint(props: FingerprintProps) {
  const {
    value,
    copyLabel = t('Copy fingerprint'),
    compareWith,
    size = 'md',
    bare,
    className,
  } = props
  const parts = groups(value, GROUP).map((text, index) => ({ text, at: index * GROUP }))
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
          key={part.at}
          text={part.text}
          other={compareWith?.slice(part.at, part.at + GROUP)}
          isLight={part.at % (2 * GROUP) !== 0}
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

type GroupProps = { text: string; other: string | undefined; isLight: boolean }

function Group({ text, other, isLight }: GroupProps) {
  const isDifferent = other !== undefined && other !== text
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
