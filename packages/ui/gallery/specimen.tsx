import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

/** Renders one component under its name, with its states side by side. */
export function Specimen({
  name,
  stack,
  children,
}: {
  name: string
  stack?: boolean
  children: ReactNode
}) {
  return (
    <div className="border-line border-t py-6 md:grid md:grid-cols-[9rem_1fr] md:gap-8">
      <h3 className="mb-4 font-mono text-ink-faint text-sm md:mb-0">{name}</h3>
      <div className={cx('min-w-0', stack ? 'space-y-6' : 'flex flex-wrap items-center gap-3')}>
        {children}
      </div>
    </div>
  )
}

/** An event handler that does nothing, because the gallery is static. */
export function noop(): void {}

/** SHA-256 of the empty string and of "abc", from FIPS 180-2. */
export const EMPTY_FINGERPRINT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
export const ABC_FINGERPRINT = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
