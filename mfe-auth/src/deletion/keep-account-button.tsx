import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { cancelDeletion } from './deletion.api.ts'

/** A button that cancels the scheduled deletion. */
export function KeepAccountButton() {
  const [isBusy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    try {
      await cancelDeletion()
      toast({ title: t('Your account will not be deleted'), variant: 'success' })
    } catch (error) {
      const description = error instanceof Error ? error.message : ''
      toast({ title: t('The deletion could not be cancelled'), description, variant: 'error' })
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy} onClick={() => void cancel()}>
      {t('Keep my account')}
    </Button>
  )
}
