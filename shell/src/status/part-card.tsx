import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { Skeleton } from '@inkproof/ui/skeleton'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PartHealth } from './check.ts'

/** Shows the health of one service or part of the website and the reason, and more about it below. */
export function PartCard({ part, children }: { part: PartHealth; children?: ReactNode }) {
  return (
    <Card asChild>
      <li>
        <div className="flex items-center gap-2.5">
          <HealthIcon isReady={part.isReady} />
          <h3 className="flex-1 font-semibold text-lg">{part.name}</h3>
          <span className="text-ink-faint text-xs tabular-nums">
            {t('{tookMs} ms', { tookMs: part.tookMs })}
          </span>
        </div>
        <p className="mt-1.5 break-words text-ink-muted text-sm">{part.reason}</p>
        {children}
      </li>
    </Card>
  )
}

/** A placeholder while the check is running. */
export function PartSkeleton() {
  return (
    <Card asChild>
      <li>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="mt-3 h-4 w-48" />
      </li>
    </Card>
  )
}

function HealthIcon({ isReady }: { isReady: boolean }) {
  const Icon = isReady ? CircleCheck : CircleAlert
  return (
    <Icon
      role="img"
      aria-label={isReady ? t('Ready') : t('Not ready')}
      className={
        isReady ? 'mt-0.5 size-4 shrink-0 text-success' : 'mt-0.5 size-4 shrink-0 text-danger'
      }
    />
  )
}
