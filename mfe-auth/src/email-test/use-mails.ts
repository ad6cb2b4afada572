import type { SentMail } from '@inkproof/protocol/mail'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchMails } from './email-test.api.ts'

export type MailList =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; mails: SentMail[] }

/** The list, and the way to ask for it again; what is shown stays until the answer is there. */
export function useMails(): [MailList, () => void] {
  const [list, setList] = useState<MailList>({ status: 'loading' })
  const latest = useRef(0)
  const reload = useCallback(() => {
    latest.current += 1
    const asked = latest.current
    const show = (next: (shown: MailList) => MailList) => asked === latest.current && setList(next)
    fetchMails().then(
      (mails) => show(() => ({ status: 'ready', mails })),
      () => show((shown) => (shown.status === 'ready' ? shown : { status: 'failed' })),
    )
  }, [])
  useEffect(() => {
    reload()
    return () => {
      latest.current += 1
    }
  }, [reload])
  return [list, reload]
}
