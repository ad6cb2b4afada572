import { cva, cx } from 'class-variance-authority'
import {
  BadgeCheck,
  CircleHelp,
  Clock3,
  FileCheck2,
  FileSearch,
  FileX2,
  History,
  type LucideIcon,
  SearchX,
  ShieldQuestion,
  Undo2,
} from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Guilloche } from './guilloche.tsx'
import { Seal } from './seal.tsx'
import { TestInstallationBadge } from './test-installation.tsx'

/** The answers of a verification; each has its own icon. */
export type VerdictKind =
  | 'verified'
  | 'standing-outdated'
  | 'existed'
  | 'certificate-found'
  | 'changed'
  | 'revoked'
  | 'replaced'
  | 'foreign-record'
  | 'not-anchored'
  | 'not-final'
  | 'too-few-witnesses'
  | 'incomplete'
  | 'broken'
  | 'not-found'

export type VerdictTone = 'positive' | 'negative' | 'warning' | 'neutral'

const ICONS: Record<VerdictKind, LucideIcon> = {
  verified: BadgeCheck,
  'standing-outdated': BadgeCheck,
  existed: FileCheck2,
  'certificate-found': FileSearch,
  changed: FileX2,
  revoked: Undo2,
  replaced: History,
  'foreign-record': ShieldQuestion,
  'not-anchored': Clock3,
  'not-final': Clock3,
  'too-few-witnesses': CircleHelp,
  incomplete: CircleHelp,
  broken: FileX2,
  'not-found': SearchX,
}

const panel = cva('relative isolate overflow-hidden rounded-2xl border', {
  variants: {
    tone: {
      positive: 'border-success-line bg-success-wash',
      negative: 'border-danger-line bg-danger-wash',
      warning: 'border-warning-line bg-warning-wash',
      neutral: 'border-line bg-surface',
    },
  },
})

const TEXT_COLORS: Record<VerdictTone, string> = {
  positive: 'text-success',
  negative: 'text-danger',
  warning: 'text-warning',
  neutral: 'text-ink-muted',
}

export type VerdictProps = {
  kind: VerdictKind
  tone: VerdictTone
  /** The answer in at most six words. */
  headline: ReactNode
  /** One line below the headline. */
  context?: ReactNode
  /** What the answer leaves open, in the color of a warning. */
  note?: ReactNode
  /** Fingerprint of the file, whose seal is drawn; 64 hexadecimal characters. */
  fingerprint?: string | undefined
  /** Shows the label of a test installation. */
  isTest?: boolean | undefined
  /** The primary action first, then less important ones. */
  actions?: ReactNode
  /** Heading level of the headline. */
  level?: 1 | 2 | 3 | undefined
  className?: string | undefined
  /** Content below a line, such as the details. */
  children?: ReactNode
  /** The panel, which can receive focus. */
  ref?: Ref<HTMLElement>
}

/** The answer of a verification. Its headline, context and note are announced to screen readers when they appear. */
export function Verdict(props: VerdictProps) {
  const { kind, tone, headline, context, note, isTest, actions, level = 2, ref } = props
  const Heading = `h${level}` as const
  return (
    <section
      ref={ref}
      tabIndex={-1}
      data-verdict={kind}
      data-tone={tone}
      className={cx(panel({ tone }), 'px-5 py-6 outline-none sm:px-8 sm:py-8', props.className)}
    >
      <Guilloche
        lobes={16}
        turns={8}
        depth={0.62}
        className={cx(
          'absolute -top-28 -right-32 -z-10 size-112 opacity-[0.13] max-sm:-right-72 max-sm:opacity-[0.09]',
          TEXT_COLORS[tone],
        )}
      />
      <div className="flex flex-col gap-4 sm:flex-row sm:gap-7">
        <Stamp icon={ICONS[kind]} fingerprint={props.fingerprint} className={TEXT_COLORS[tone]} />
        <div className="min-w-0 flex-1">
          <div role="status">
            <Heading className="max-w-xl text-balance font-medium text-2xl text-ink tracking-tighter [overflow-wrap:anywhere] md:text-3xl">
              {headline}
            </Heading>
            {context && (
              <p className="mt-2 max-w-lg text-base text-ink-muted [overflow-wrap:anywhere] sm:text-lg">
                {context}
              </p>
            )}
            {note && <p className="mt-2 max-w-lg text-base text-warning">{note}</p>}
          </div>
          {isTest && <TestInstallationBadge className="mt-4 whitespace-normal" />}
          {actions && <div className="mt-5 flex flex-wrap gap-2 empty:hidden">{actions}</div>}
        </div>
      </div>
      {props.children && (
        <div className="-mx-5 sm:-mx-8 -mb-6 sm:-mb-8 mt-6 border-line border-t bg-surface px-5 py-2 sm:px-8">
          {props.children}
        </div>
      )}
    </section>
  )
}

type StampProps = { icon: LucideIcon; fingerprint: string | undefined; className: string }

/** The file's seal with the icon of the answer, or the icon alone; animated once when the verdict appears. */
function Stamp({ icon: Icon, fingerprint, className }: StampProps) {
  return (
    <div
      className={cx(
        'relative grid size-14 shrink-0 animate-stamp place-items-center sm:size-20',
        className,
      )}
    >
      {fingerprint === undefined ? (
        <>
          <Guilloche lobes={10} turns={3} depth={0.3} className="absolute inset-0 opacity-70" />
          <Icon className="size-6 sm:size-8" strokeWidth={1.5} aria-hidden="true" />
        </>
      ) : (
        <>
          <Seal fingerprint={fingerprint} size={80} className="size-full" />
          <span className="absolute -right-1 -bottom-1 grid size-7 place-items-center rounded-full border border-current bg-surface sm:size-8">
            <Icon className="size-4 sm:size-4.5" strokeWidth={1.75} aria-hidden="true" />
          </span>
        </>
      )}
    </div>
  )
}
