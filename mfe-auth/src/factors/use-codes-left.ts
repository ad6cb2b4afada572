import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { dismissCodes, useShownCodes } from './shown-codes.store.ts'

/** As long as a proof that allows creating codes: a person who uses the screen later does not see them. */
const LEFT_FOR_MS = 10 * 60_000

/** Going back in the history leaves the codes' page without a prompt: a toast says so and links back. */
export function useCodesLeft(): void {
  const navigate = useNavigate()
  useEffect(() => {
    endLeft()
    return () => {
      const shown = useShownCodes.getState()
      if (shown?.isSaved) dismissCodes()
      else if (shown) sayLeft(() => void navigate('/user-profile#authenticator-app'))
    }
  }, [navigate])
}

let endLeft: () => void = () => undefined

function sayLeft(show: () => void): void {
  const { dismiss } = toast({
    title: t('Your recovery codes are not saved yet'),
    description: t('You can see them for ten more minutes, unless you close or reload this page.'),
    variant: 'error',
    durationMs: LEFT_FOR_MS,
    action: { label: t('Show codes'), run: show },
  })
  const timer = setTimeout(dismissCodes, LEFT_FOR_MS)
  endLeft = () => {
    clearTimeout(timer)
    dismiss()
  }
}

useShownCodes.subscribe((shown) => {
  if (shown === null) endLeft()
})
