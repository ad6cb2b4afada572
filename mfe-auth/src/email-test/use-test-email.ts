import { sendTestEmail, showTestEmail } from '@inkproof/protocol/calls/mail'
import type { SentEmail } from '@inkproof/protocol/mail'
import { call } from '@inkproof/slice-parts/call'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'

export type TestEmailState = {
  mail: SentEmail | null
  isSending: boolean
  error: string | undefined
  send: () => Promise<void>
}

const POLL_INTERVAL_MS = 1_000

/** Sends a test e-mail and polls it until the mail server has accepted or rejected it. */
export function useTestEmail(onChange: () => void): TestEmailState {
  const [sent, setSent] = useState<SentEmail | null>(null)
  const [state, setState] = useState<{ isSending: boolean; error?: string }>({ isSending: false })
  const mail = usePolledEmail(sent)
  const isFinal = mail !== null && mail.state !== 'due'

  useEffect(() => {
    if (isFinal) onChange()
  }, [isFinal, onChange])

  async function send() {
    setState({ isSending: true })
    try {
      setSent(await call(sendTestEmail))
      setState({ isSending: false })
      onChange()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      setState({
        isSending: false,
        error: message || t('The message could not be sent. Try again.'),
      })
    }
  }

  return { mail, isSending: state.isSending, error: state.error, send }
}

/** The current state of the e-mail. After a failed poll, the last known state remains until the next poll succeeds. */
function usePolledEmail(sent: SentEmail | null): SentEmail | null {
  const query = usePersonalQuery(queryOf(showTestEmail, { params: { id: sent?.id ?? '' } }), {
    enabled: sent !== null,
    ...(sent && { initialData: sent }),
    refetchInterval: ({ state }) => (state.data?.state === 'due' ? POLL_INTERVAL_MS : false),
    refetchIntervalInBackground: true,
  })
  return query.data ?? sent
}
