import type { SentSigningCode } from '@inkproof/protocol/signing-links'
import { formatDuration } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { NewCode } from './new-code.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

type Props = {
  sent: SentSigningCode
  /** Whether the person has just asked for the code, so that they can type it at once. */
  isNew: boolean
  submitLabel: string
  /** Why the last code was refused; null if it was not. */
  error: string | null
  isBusy: boolean
  isSending: boolean
  isDisabled: boolean
  onSubmit: (code: string) => void
  onResend: () => void
}

/** Asks for the mailed code; another one can be requested after a while. */
export function CodeForm(props: Props) {
  const { error, isBusy, isDisabled, isNew, isSending, onResend, onSubmit, sent, submitLabel } =
    props
  const [code, setCode] = useState('')
  const [isShort, setIsShort] = useState(false)
  const input = useFocused(isNew)

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsShort(code.length !== 6)
    if (code.length === 6) onSubmit(code)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="text-ink-muted">
        {t('We sent a 6-digit code to {address}. It works only in this browser.', {
          address: sent.to,
        })}{' '}
        <Validity until={sent.expiresAt} />
      </p>
      <Field
        label={t('Code from the e-mail')}
        required
        error={isShort ? t('Enter all six digits.') : error}
        className="max-w-56"
      >
        <Input
          ref={input}
          mono
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="123456"
          value={code}
          disabled={isBusy}
          // A pasted code may contain spaces or a sentence around it.
          onChange={({ currentTarget }) => {
            setIsShort(false)
            setCode(currentTarget.value.replace(/\D/g, '').slice(0, 6))
          }}
          className="tracking-[0.3em]"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={isBusy}
        disabled={isDisabled}
        className="max-sm:w-full"
      >
        {submitLabel}
      </Button>
      <NewCode
        sent={sent}
        isRefused={error !== null}
        isBusy={isBusy}
        isSending={isSending}
        onResend={onResend}
      />
    </form>
  )
}

/** How long the code works, in whole minutes. */
function Validity({ until }: { until: string }) {
  const minutes = Math.ceil(useSecondsUntil(until) / 60)
  return minutes === 0
    ? t('The code has expired. Ask for a new one.')
    : t('It is valid for {duration}.', { duration: formatDuration(minutes * 60_000) })
}

/** Focuses a control when it appears. */
function useFocused(isWanted: boolean) {
  const control = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears.
  useEffect(() => {
    if (isWanted) control.current?.focus()
  }, [])
  return control
}
