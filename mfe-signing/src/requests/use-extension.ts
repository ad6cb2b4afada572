import { extendRecipient } from '@inkproof/protocol/calls/envelopes'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { useState } from 'react'
import { type RecipientChange, sendChange } from './recipient-change.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const MAX_DAYS = 90
const DEFAULT_DAYS = 3

/** State of the form that extends a recipient's deadline: the days entered, the new deadline, and a function that sends it. */
export function useExtension(form: Omit<RecipientChange, 'id'>) {
  const { envelope, isBusy, recipient } = form
  // The deadline when the dialog was opened stays the basis, even if it is extended in another browser meanwhile.
  const [before] = useState(recipient.answerBy ?? '')
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [isChecked, setIsChecked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const next = deadlineAfter(before, days, envelope.expiresAt ?? '')

  async function submit(): Promise<void> {
    setIsChecked(true)
    if (isBusy || !next) return
    setProblem(null)
    const params = { id: envelope.id, recipient: recipient.id }
    const failure = await sendChange(
      form,
      () => call(extendRecipient, { params, body: { answerBy: next.at } }),
      t('{name} has more time', { name: recipient.name }),
    )
    setProblem(failure)
  }

  const error = isChecked && !next ? t('Enter 1 to 90 days.') : undefined
  return { before, days, error, next, problem, setDays, submit }
}

/** Returns the new deadline, and whether it is that of the request; null if the number of days cannot be used. */
function deadlineAfter(
  before: string,
  days: number,
  end: string,
): { at: string; isLast: boolean } | null {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) return null
  const at = Date.parse(before) + days * DAY_MS
  const last = Date.parse(end)
  return { at: new Date(Math.min(at, last)).toISOString(), isLast: at >= last }
}
