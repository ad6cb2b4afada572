import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Guilloche } from './guilloche.tsx'

export type EmptyStateProps = {
  /** One icon. */
  icon?: ReactNode
  title: ReactNode
  /** What will be shown here, and how to add it. */
  children?: ReactNode
  /** A link or button that creates the first item. */
  action?: ReactNode
  className?: string | undefined
}

/** A placeholder for an empty list, with the next step. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      <span className="relative mb-5 grid size-18 place-items-center text-ink-faint [&>svg]:size-6">
        <Guilloche
          lobes={10}
          turns={3}
          depth={0.3}
          className="absolute inset-0 size-full! opacity-50"
        />
        {icon}
      </span>
      <p className="font-medium text-ink text-lg tracking-tight">{title}</p>
      {children && <p className="mt-1.5 max-w-sm text-ink-muted">{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
