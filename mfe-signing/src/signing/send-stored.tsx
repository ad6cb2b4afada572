import { t } from '@inkproof/texts/text'
import { ErrorState } from '@inkproof/ui/error-state'
import { Progress } from '@inkproof/ui/progress'
import { useEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from './failure.ts'

type Props = {
  act: 'sign' | 'approve'
  /** Sends the stored statement. Sending the same statement again changes nothing. */
  send: () => Promise<void>
}

/** Sends a stored statement, also after a reload, and shows the progress or what to do if it fails. */
export function SendStored({ act, send }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const isSending = useRef(false)

  async function run(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setFailure(null)
    try {
      await send()
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      isSending.current = false
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: sends once; the user repeats it.
  useEffect(() => {
    void run()
  }, [])

  if (failure === null) return <Progress label={SENDING[act]} value={null} />
  return (
    <ErrorState title={NOT_SENT[act]} onRetry={() => void run()}>
      {failure.message}
    </ErrorState>
  )
}

const SENDING = {
  sign: t('Sending your signature…'),
  approve: t('Sending your approval…'),
} as const
const NOT_SENT = {
  sign: t('Your signature could not be sent'),
  approve: t('Your approval could not be sent'),
} as const
