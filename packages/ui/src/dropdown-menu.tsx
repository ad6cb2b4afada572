import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu as RadixMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { FLOAT } from './float-style.ts'
import { omitUndefined } from './omit-undefined.ts'
import { useScopedPortal } from './portal.tsx'

const ITEM = cx(
  'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 no-underline outline-none max-md:min-h-11',
  'data-[disabled]:pointer-events-none data-[disabled]:opacity-45 data-[state=open]:bg-hover',
  '[&>svg]:size-4',
)

export type DropdownMenuProps = {
  /** The button that opens the menu. */
  trigger: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** Called when the focus returns to the trigger; `preventDefault` keeps it from there. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined
  /** MenuItem, MenuCheckItem, MenuSub, MenuLabel, MenuSeparator. */
  children: ReactNode
}

/** A menu of actions. Type-ahead (1 s) and submenu delays are Radix's defaults, as specified. */
export function DropdownMenu(props: DropdownMenuProps) {
  const { trigger, align = 'end', open, onOpenChange, onCloseAutoFocus, children } = props
  const { probeRef, container } = useScopedPortal()
  return (
    // Not modal, because a modal menu hides the page from screen readers while focus is still on the page.
    <RadixMenu.Root modal={false} {...omitUndefined({ open, onOpenChange })}>
      <span ref={probeRef} hidden />
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      {container && (
        <RadixMenu.Portal container={container}>
          {/* Content in a portal is outside the page's landmarks, so it needs its own. */}
          <section aria-label={t('Menu')}>
            <RadixMenu.Content
              align={align}
              sideOffset={6}
              collisionPadding={8}
              {...omitUndefined({ onCloseAutoFocus })}
              className={cx(
                FLOAT,
                'max-h-(--radix-dropdown-menu-content-available-height) min-w-52',
              )}
            >
              {children}
            </RadixMenu.Content>
          </section>
        </RadixMenu.Portal>
      )}
    </RadixMenu.Root>
  )
}

export type MenuItemProps = {
  onSelect?: ((event: Event) => void) | undefined
  disabled?: boolean | undefined
  tone?: 'plain' | 'danger' | undefined
  /** Styles the only child, such as a link. */
  asChild?: boolean | undefined
  /** An icon followed by text. */
  children: ReactNode
}

const ITEM_TONES = {
  plain: 'text-ink data-[highlighted]:bg-hover [&>svg]:text-ink-faint',
  danger: 'text-danger data-[highlighted]:bg-danger-wash',
} as const

/** An action in the menu. */
export function MenuItem({ tone = 'plain', children, ...rest }: MenuItemProps) {
  return (
    <RadixMenu.Item {...omitUndefined(rest)} className={cx(ITEM, ITEM_TONES[tone])}>
      {children}
    </RadixMenu.Item>
  )
}

export type MenuCheckItemProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
}

/** A menu item that can be checked. */
export function MenuCheckItem({ checked, onCheckedChange, children }: MenuCheckItemProps) {
  return (
    <RadixMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      className={cx(ITEM, ITEM_TONES.plain)}
    >
      <span className="flex size-4 text-accent-ink">{checked && <Check className="size-4" />}</span>
      {children}
    </RadixMenu.CheckboxItem>
  )
}

/** A submenu; opens to the side after 100 ms or with the right arrow key. */
export function MenuSub({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <RadixMenu.Sub>
      <RadixMenu.SubTrigger className={cx(ITEM, ITEM_TONES.plain)}>
        {label}
        <ChevronRight className="ml-auto" />
      </RadixMenu.SubTrigger>
      <RadixMenu.SubContent sideOffset={4} collisionPadding={8} className={cx(FLOAT, 'min-w-44')}>
        {children}
      </RadixMenu.SubContent>
    </RadixMenu.Sub>
  )
}

/** A label for the items below it. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <RadixMenu.Label className="px-2.5 py-2 text-ink-faint text-sm">{children}</RadixMenu.Label>
  )
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
