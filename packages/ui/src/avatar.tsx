import { cx } from 'class-variance-authority'
import { Avatar as RadixAvatar } from 'radix-ui'
import { initials } from './format.ts'

const SIZES = { sm: 'size-7 text-2xs', md: 'size-9 text-xs', lg: 'size-16 text-xl' } as const

export type AvatarProps = {
  /** The display name; its first two letters replace a missing picture. */
  name: string
  src?: string | null | undefined
  size?: keyof typeof SIZES | undefined
  className?: string | undefined
}

/** A user's picture or initials. Hidden from screen readers, because it is always shown next to the name. */
export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  return (
    <RadixAvatar.Root
      aria-hidden="true"
      className={cx(
        'inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full border border-accent-line bg-accent-wash font-semibold text-accent-ink',
        SIZES[size],
        className,
      )}
    >
      {src && <RadixAvatar.Image src={src} alt="" className="size-full object-cover" />}
      <RadixAvatar.Fallback>{initials(name)}</RadixAvatar.Fallback>
    </RadixAvatar.Root>
  )
}
