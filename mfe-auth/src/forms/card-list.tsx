import type { ReactNode, RefObject } from 'react'
import { CardError } from './form-error.tsx'

type Props = {
  label: string
  /** Receives focus if the pressed button disappears with its row. */
  listRef: RefObject<HTMLUListElement | null>
  error: string | undefined
  children: ReactNode
}

/** The rows of a card, and the error of one of their actions. */
export function CardList({ label, listRef, error, children }: Props) {
  return (
    <>
      <CardError error={error} />
      <ul
        ref={listRef}
        tabIndex={-1}
        aria-label={label}
        className="-mb-2 divide-y divide-line border-line border-t"
      >
        {children}
      </ul>
    </>
  )
}
