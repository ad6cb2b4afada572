import { t } from '@inkproof/texts/text'
import { cva, cx } from 'class-variance-authority'
import {
  BadgeCheck,
  CircleHelp,
  Clock3,
  FileX2,
  type LucideIcon,
  SearchX,
  ShieldQuestion,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Guilloche } from './guilloche.tsx'

export type VerdictKind =
  | 'certified'
  | 'not-anchored'
  | 'untrusted'
  | 'not-found'
  | 'changed'
  | 'revoked'
  | 'superseded'
  | 'failed'
  | 'cannot-check'

type Tone = 'success' | 'accent' | 'warning' | 'neutral' | 'danger'

const KINDS: Record<VerdictKind, { icon: LucideIcon; tone: Tone; label: string }> = {
  certified: { icon: BadgeCheck, tone: 'success', label: t('Certified') },
  'not-anchored': { icon: Clock3, tone: 'accent', label: t('Not yet on the blockchain') },
  untrusted: { icon: ShieldQuestion, tone: 'warning', label: t('Unknown record') },
  'not-found': { icon: SearchX, tone: 'neutral', label: t('Not found') },
  changed: { icon: FileX2, tone: 'danger', label: t('Changed') },
  revoked: { icon: Undo2, tone: 'danger', label: t('Revoked') },
  superseded: { icon: Undo2, tone: 'danger', label: t('Superseded') },
  failed: { icon: FileX2, tone: 'danger', label: t('Failed') },
  'cannot-check': { icon: CircleHelp, tone: 'warning', label: t('Cannot be checked') },
}

const panel = cva('relative isolate overflow-hidden rounded-2xl border', {
  variants: {
    tone: {
      success: 'border-success-line bg-success-wash',
      accent: 'border-accent-line bg-accent-wash',
      warning: 'border-warning-line bg-warning-wash',
      neutral: 'border-line bg-surface',
      danger: 'border-danger-line bg-danger-wash',
    },
  },
})

const TEXT_COLORS = {
  success: 'text-success',
  accent: 'text-accent-ink',
  warning: 'text-warning',
  neutral: 'text-ink-muted',
  danger: 'text-danger',
} as const

export type VerdictProps = {
  kind: VerdictKind
  /** The verdict in one plain sentence. */
  sentence: ReactNode
  /** The reason, in a second sentence. */
  why?: ReactNode
  actions?: ReactNode
  /** Heading level of the sentence. */
  level?: 1 | 2 | 3 | undefined
  className?: string | undefined
  /** Facts, shown below a line: which log, when, which block. */
  children?: ReactNode
}

/** The result of a verification, announced to screen readers when it appears. */
export function Verdict(props: VerdictProps) {
  const { kind, sentence, why, actions, level = 2, className, children } = props
  const { icon: Icon, tone, label } = KINDS[kind]
  const Heading = `h${level}` as const
  return (
    <section
      role="status"
      data-verdict={kind}
      className={cx(panel({ tone }), 'px-5 py-7 sm:px-9 sm:py-9', className)}
    >
      <Guilloche
        lobes={16}
        turns={8}
        depth={0.62}
        className={cx(
          'absolute top-1/2 -right-32 -z-10 size-112 -translate-y-1/2 opacity-[0.13] max-sm:-right-72 max-sm:opacity-[0.09]',
          TEXT_COLORS[tone],
        )}
      />
      <div className="flex flex-col gap-6 sm:flex-row sm:gap-8">
        <Stamp icon={Icon} className={TEXT_COLORS[tone]} />
        <div className="min-w-0 flex-1">
          <p
            className={cx('font-semibold text-2xs uppercase tracking-engraved', TEXT_COLORS[tone])}
          >
            {label}
          </p>
          <Heading className="mt-2 max-w-xl font-medium text-2xl text-ink tracking-tighter [overflow-wrap:anywhere] md:text-3xl">
            {sentence}
          </Heading>
          {why && <p className="mt-3 max-w-lg text-ink-muted text-lg">{why}</p>}
          {actions && <div className="mt-6 flex flex-wrap gap-2">{actions}</div>}
        </div>
      </div>
      {children && <div className="mt-7 border-line border-t pt-6">{children}</div>}
    </section>
  )
}

/** A stamp, animated once when the verdict appears. */
function Stamp({ icon: Icon, className }: { icon: LucideIcon; className: string }) {
  return (
    <div
      className={cx('relative grid size-20 shrink-0 animate-stamp place-items-center', className)}
    >
      <Guilloche lobes={10} turns={3} depth={0.3} className="absolute inset-0 opacity-70" />
      <Icon className="size-8" strokeWidth={1.5} aria-hidden="true" />
    </div>
  )
}
