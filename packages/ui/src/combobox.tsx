import { plural } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { type KeyboardEvent, useId } from 'react'
import { FLOAT } from './float-style.ts'
import { Input, type InputProps } from './input.tsx'
import { type Suggestions, useSuggestions } from './use-suggestions.ts'

export type ComboboxOption = {
  id: string
  label: string
  /** A second line. */
  detail?: string | undefined
}

export type ComboboxProps = Omit<
  InputProps,
  'defaultValue' | 'list' | 'onChange' | 'role' | 'value'
> & {
  value: string
  onValueChange: (value: string) => void
  /** Suggestions for what was typed, which the caller replaces. While there are none, there is no list. */
  options: readonly ComboboxOption[]
  /** Called with the ID of the chosen option. The value is the caller's to change. */
  onChoose: (id: string) => void
  /** Accessible name of the list, such as "Suggestions". */
  listLabel: string
}

/**
 * A text input with suggestions: the combobox pattern of the ARIA Authoring Practices Guide with a listbox popup, list
 * autocomplete and manual selection (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Any text can be entered. The list opens
 * while typing or with the arrow keys; nothing is chosen unless an option is clicked or Enter is pressed on it.
 */
export function Combobox({
  listLabel,
  onBlur,
  onChoose,
  onKeyDown,
  onValueChange,
  options,
  ...rest
}: ComboboxProps) {
  const listId = useId()
  const list = useSuggestions(options)
  const { active, isOpen } = list
  const idOf = (option: ComboboxOption) => `${listId}-${option.id}`
  const choose = (option: ComboboxOption) => {
    list.close()
    onChoose(option.id)
  }
  return (
    <div className="relative">
      <Input
        autoComplete="off"
        {...rest}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={active && idOf(active)}
        onChange={({ currentTarget: { value } }) => {
          list.open()
          onValueChange(value)
        }}
        onBlur={(event) => {
          list.close()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (handleKey(event, list, choose)) event.preventDefault()
          onKeyDown?.(event)
        }}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label={listLabel}
          data-state="open"
          className={cx(
            FLOAT,
            'absolute top-full left-0 mt-1.5 max-h-80 w-max min-w-full max-w-full sm:max-w-sm',
          )}
        >
          {options.map((option) => (
            <Option
              key={option.id}
              id={idOf(option)}
              option={option}
              isActive={option === active}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
      )}
      <span aria-live="polite" className="sr-only">
        {isOpen &&
          plural(options.length, { one: '{count} suggestion', other: '{count} suggestions' })}
      </span>
    </div>
  )
}

type OptionProps = { id: string; option: ComboboxOption; isActive: boolean; onChoose: () => void }

/** The focus stays in the input, also when the option is clicked. */
function Option({ id, isActive, onChoose, option: { detail, label } }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={isActive ? scrollIntoView : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer select-none flex-col justify-center rounded-md px-2.5 py-1.5 hover:bg-hover aria-selected:bg-hover"
    >
      <span className="wrap-anywhere">{label}</span>
      {detail !== undefined && (
        <span className="wrap-anywhere text-ink-muted text-sm">{detail}</span>
      )}
    </div>
  )
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/** Returns whether the key has an effect on the list. While characters are composed, it belongs to the input method. */
function handleKey(
  { altKey, key, nativeEvent }: KeyboardEvent,
  list: Suggestions<ComboboxOption>,
  choose: (option: ComboboxOption) => void,
): boolean {
  if (nativeEvent.isComposing) return false
  if (key === 'ArrowDown') return list.move(1)
  if (key === 'ArrowUp') return altKey ? list.close() : list.move(-1)
  if (key === 'Escape') return list.close()
  if (key !== 'Enter' || list.active === undefined) return false
  choose(list.active)
  return true
}
