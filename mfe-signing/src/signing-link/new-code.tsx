import type { SentSigningCode } from '@inkproof/protocol/signing-links'
import { plural, t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Disclosure } from '@inkproof/ui/disclosure'
import { useState } from 'react'
import { useSecondsUntil } from './use-seconds-until.ts'

type Props = {
  sent: SentSigningCode
  /** Whether the code was refused, so that the person may need another one. */
  isRefused: boolean
  isBusy: boolean
  isSending: boolean
  onResend: () => void
}

/** What to do if no code has arrived, in a disclosure that opens itself once the code was refused or has expired. */
export function NewCode({ isBusy, isRefused, isSending, onResend, sent }: Props) {
  const [isOpened, setIsOpened] = useState<boolean | null>(null)
  const isExpired = useSecondsUntil(sent.expiresAt) === 0
  const seconds = useSecondsUntil(sent.nextAt)
  return (
    <Disclosure
      summary={<span className="font-medium text-sm">{t('Nothing arrived?')}</span>}
      open={isOpened ?? (isRefused || isExpired)}
      onOpenChange={setIsOpened}
    >
      <p className="text-ink-muted text-sm">
        {t(
          'It can take a minute. Check your spam folder, then ask for a new code. Only the newest code works.',
        )}
      </p>
      <Button
        size="sm"
        busy={isSending}
        disabled={isBusy || seconds > 0}
        onClick={onResend}
        className="mt-3 max-sm:w-full"
      >
        {seconds > 0 ? waitFor(seconds) : t('Send a new code')}
      </Button>
    </Disclosure>
  )
}

function waitFor(seconds: number): string {
  if (seconds > 90) {
    const minutes = Math.ceil(seconds / 60)
    return plural(minutes, {
      one: 'New code available in {count} minute',
      other: 'New code available in {count} minutes',
    })
  }
  return plural(seconds, {
    one: 'New code available in {count} second',
    other: 'New code available in {count} seconds',
  })
}
