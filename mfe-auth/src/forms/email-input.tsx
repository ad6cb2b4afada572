import { Input } from '@inkproof/ui/input'
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'name' | 'inputMode' | 'pattern' | 'ref'>

/**
 * The input for an e-mail address. Browsers reject addresses with letters of other scripts in an input of type `email`,
 * so such an address is entered as text with a similar check, until the input is empty again.
 */
export function EmailInput({ defaultValue, ...props }: Props) {
  const [isInternational, setInternational] = useState(!isAscii(String(defaultValue ?? '')))
  const input = useRef<HTMLInputElement>(null)
  // Changing the type moves the cursor to the beginning.
  useLayoutEffect(() => {
    const { current } = input
    if (isInternational) current?.setSelectionRange(current.value.length, current.value.length)
  }, [isInternational])
  return (
    <Input
      {...props}
      {...(isInternational ? { type: 'text', pattern: '[^@\\s]+@[^@\\s]+' } : { type: 'email' })}
      ref={input}
      name="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={254}
      defaultValue={defaultValue}
      onInput={({ currentTarget: { value } }) => {
        if (value === '' || !isAscii(value)) setInternational(value !== '')
      }}
    />
  )
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
