import { openSigningLink } from '@inkproof/protocol/calls/signing-links'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { AccessCode } from '@inkproof/protocol/start-envelope'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { type FormEvent, useState } from 'react'
import { failureOf } from '../signing/failure.ts'
import { type Link, proofOf } from './link.ts'
import { MessageScreen } from './message-screen.tsx'

type Props = {
  link: Link
  /** Too many wrong codes were entered before. */
  isLocked: boolean
  onOpened: (accessCode: string, request: LinkedRequest) => void
}

/** Asks for the access code, which the sender gives the recipient by other means. */
export function AccessCodeForm({ isLocked: wasLocked, link, onOpened }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isLocked, setIsLocked] = useState(wasLocked)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const parsed = AccessCode.safeParse(code)
    if (!parsed.success)
      return setError(t('Enter the complete code. It has at least 4 characters.'))
    setIsBusy(true)
    setError(null)
    try {
      const body = proofOf({ ...link, accessCode: parsed.data })
      onOpened(parsed.data, await call(openSigningLink, { params: { id: link.id }, body }))
    } catch (failure) {
      const { code: reason, message } = failureOf(failure)
      setIsLocked(reason === 'ACCESS_CODE_LOCKED')
      setError(
        reason === 'ACCESS_CODE_WRONG'
          ? t('This code is incorrect. Check it, or ask the sender for it.')
          : message,
      )
    } finally {
      setIsBusy(false)
    }
  }

  if (isLocked)
    return (
      <MessageScreen title={t('The access code is locked')}>
        {t(
          'Too many incorrect codes were entered. Ask the sender to send you a reminder. Then you can try again.',
        )}
      </MessageScreen>
    )
  return (
    <MessageScreen
      title={t('Enter the access code')}
      actions={
        <form className="max-w-sm space-y-5" onSubmit={(event) => void submit(event)}>
          <Field label={t('Access code')} required error={error}>
            <Input
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
            />
          </Field>
          <Button type="submit" variant="primary" busy={isBusy} className="max-sm:w-full">
            {t('Open the document')}
          </Button>
        </form>
      }
    >
      {t(
        'The sender protected this document with an access code, and gives it to you separately, for example by phone.',
      )}
    </MessageScreen>
  )
}
