import type { SentMail } from '@inkproof/protocol/mail'
import { useEffect, useState } from 'react'
import { fetchTest, sendTest } from './email-test.api.ts'

export type TestRun = {
  mail: SentMail | null
  isSending: boolean
  error: string | undefined
  send: () => Promise<void>
}

const LOOK_EVERY_MS = 1_000

/** Sends a test message and follows it until the mail server has taken or refused it. */
export function useTest(onChange: () => void): TestRun {
  const [mail, setMail] = useState<SentMail | null>(null)
  const [state, setState] = useState<{ isSending: boolean; error?: string }>({ isSending: false })
  const followed = mail?.state === 'due' ? mail.id : null

  useEffect(() => {
    if (followed === null) return
    const timer = setInterval(() => {
      fetchTest(followed).then(
        (now) => {
          setMail((shown) => (shown?.id === now.id ? now : shown))
          if (now.state !== 'due') onChange()
        },
        // The next look may go better; what is shown stays.
        () => undefined,
      )
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [followed, onChange])

  async function send() {
    setState({ isSending: true })
    try {
      setMail(await sendTest())
      setState({ isSending: false })
      onChange()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      setState({ isSending: false, error: message || 'The message could not be sent. Try again.' })
    }
  }

  return { mail, isSending: state.isSending, error: state.error, send }
}
