import { cx } from 'class-variance-authority'
import { getNonce } from 'get-nonce'
import { Check, ChevronDown } from 'lucide-react'
import { Select as RadixSelect } from 'radix-ui'
import type { ReactNode } from 'react'
import { CONTROL } from './control-style.ts'
import { useFieldControl } from './field.tsx'
import { FLOAT } from './float-style.ts'
import { omitUndefined } from './omit-undefined.ts'
import { useScopedPortal } from './portal.tsx'

export type SelectOption = { value: string; label: ReactNode; disabled?: boolean }

export type SelectProps = {
  options: readonly SelectOption[]
  value?: string | undefined
  defaultValue?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  name?: string | undefined
  /** Accessible name, when used outside a Field. */
  'aria-label'?: string | undefined
  className?: string | undefined
}

/** Selects one option from a list. Typing jumps to an option. */
export function Select(props: SelectProps) {
  const { options, placeholder, className, 'aria-label': ariaLabel, ...state } = props
  const { required, ...fieldAttributes } = useFieldControl()
  const { probeRef, container } = useScopedPortal()
  return (
    <RadixSelect.Root {...omitUndefined(state)} {...(required && { required })}>
      <span ref={probeRef} hidden />
      <RadixSelect.Trigger
        {...fieldAttributes}
        aria-label={ariaLabel}
        className={cx(
          CONTROL,
          'flex h-10 cursor-pointer items-center justify-between gap-3 px-3 text-left max-md:h-11',
          'data-placeholder:text-ink-faint',
          className,
        )}
      >
        <span className="min-w-0 truncate">
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        <RadixSelect.Icon className="text-ink-faint">
          <ChevronDown className="size-4" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      {container && (
        <RadixSelect.Portal container={container}>
          <RadixSelect.Content
            position="popper"
            sideOffset={6}
            className={cx(FLOAT, 'max-h-80 min-w-(--radix-select-trigger-width)')}
          >
            <RadixSelect.Viewport nonce={getNonce()}>
              {options.map((option) => (
                <Option key={option.value} option={option} />
              ))}
            </RadixSelect.Viewport>
          </RadixSelect.Content>
        </RadixSelect.Portal>
      )}
    </RadixSelect.Root>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <RadixSelect.Item
      value={option.value}
      {...(option.disabled && { disabled: true })}
      className="flex min-h-9 cursor-pointer select-none items-center justify-between gap-6 rounded-md px-2.5 text-ink outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-45 max-md:min-h-11"
    >
      <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
      <RadixSelect.ItemIndicator>
        <Check className="size-4 text-accent-ink" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  )
}
