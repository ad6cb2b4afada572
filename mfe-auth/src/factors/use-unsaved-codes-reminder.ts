import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { dismissCodes, useShownCodes } from './shown-codes.store.ts'

/** Limits how long other people at this screen can see the codes. Equals the lifetime of an identity confirmation. */
const DISCARD_AFTER_MS = 10 * 60_000

/** Navigating away from the codes shows no browser prompt, so a toast reminds the user and links back to them. */
export function useUnsavedCodesReminder(): void {
  const navigate = useNavigate()
  useEffect(() => {
    dismissReminder()
    return () => {
      const shown = useShownCodes.getState()
      if (shown?.isSaved) dismissCodes()
      else if (shown) showReminder(() => void navigate('/user-profile#authenticator-app'))
    }
  }, [navigate])
}

let dismissReminder: () => void = () => undefined

function showReminder(show: () => void): void {
  const { dismiss } = toast({
    title: t('Your recovery codes are not saved yet'),
    description: t('You can see them for ten more minutes, unless you close or reload this page.'),
    variant: 'error',
    durationMs: DISCARD_AFTER_MS,
    action: { label: t('Show codes'), run: show },
  })
  const timer = setTimeout(dismissCodes, DISCARD_AFTER_MS)
  dismissReminder = () => {
    clearTimeout(timer)
    dismiss()
  }
}

useShownCodes.subscribe((shown) => {
  if (shown === null) dismissReminder()
})
