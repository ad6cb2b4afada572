import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { signInUrl } from './provider.api.ts'
import { useProviderName } from './use-provider-name.ts'

type ProviderButtonProps = { disabled?: boolean }

/** Opens the identity provider, which returns to this page; renders nothing if none is configured. */
export function ProviderButton({ disabled = false }: ProviderButtonProps) {
  const name = useProviderName()
  const [isLeaving, setIsLeaving] = useState(false)
  if (name === null) return null

  function leave() {
    setIsLeaving(true)
    location.assign(signInUrl(location))
  }

  return (
    <Button wide disabled={disabled} busy={isLeaving} onClick={leave}>
      <LogIn aria-hidden="true" />
      {t('Continue with {name}', { name })}
    </Button>
  )
}
