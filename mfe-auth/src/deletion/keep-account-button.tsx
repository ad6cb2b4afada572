import { toast } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { cancelDeletion } from './deletion.api.ts'

/** Takes the deletion back. */
export function KeepAccountButton() {
  const [isBusy, setBusy] = useState(false)
  async function keep() {
    setBusy(true)
    try {
      await cancelDeletion()
      toast({ title: 'Your account stays', variant: 'success' })
    } catch (error) {
      const description = error instanceof Error ? error.message : ''
      toast({ title: 'Your account could not be kept yet', description, variant: 'error' })
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy} onClick={() => void keep()}>
      Keep my account
    </Button>
  )
}
