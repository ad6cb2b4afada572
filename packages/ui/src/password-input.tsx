import { t } from '@inkproof/texts/text'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'

export type PasswordInputProps = Omit<InputProps, 'type' | 'trailing' | 'mono'>

/**
 * A password input with a show/hide toggle. Hides the password while the input is disabled, for
 * example during submission.
 */
export function PasswordInput(props: PasswordInputProps) {
  const [isToggledOn, setToggledOn] = useState(false)
  const isShown = isToggledOn && !props.disabled
  return (
    <Input
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      trailing={
        <IconButton
          size="sm"
          label={isShown ? t('Hide password') : t('Show password')}
          aria-pressed={isShown}
          disabled={props.disabled}
          onClick={() => setToggledOn(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  )
}
