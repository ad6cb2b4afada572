import { toast } from '@inkproof/slice'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { putCodesAside, useShownCodes } from './shown-codes.store.ts'

const READ_MS = 20_000

/** Whoever goes back in the history leaves the codes' page without a question: they are told, and led back. */
export function useCodesLeft(): void {
  const navigate = useNavigate()
  useEffect(
    () => () => {
      const shown = useShownCodes.getState()
      if (shown?.isSaved) putCodesAside()
      else if (shown) sayLeft(() => void navigate('/user-profile#authenticator-app'))
    },
    [navigate],
  )
}

function sayLeft(show: () => void): void {
  toast({
    title: 'Your recovery codes are not kept yet',
    description: 'They are still here, until this page is closed or reloaded.',
    variant: 'error',
    durationMs: READ_MS,
    action: { label: 'Show them again', run: show },
  })
}
