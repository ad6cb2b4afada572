import type { ReactNode } from 'react'

/** A further action for a finished document, below its download. `sentence` says what it is good for. */
export function FinishedAction({ action, sentence }: { sentence: string; action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-60 text-ink-muted text-sm">{sentence}</p>
      {action}
    </li>
  )
}
