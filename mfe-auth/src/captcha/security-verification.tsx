import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Progress } from '@inkproof/ui/progress'
import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { type CaptchaState, resetCaptcha, startCaptcha, useCaptcha } from './captcha.store.ts'
import {
  type CaptchaPurpose,
  hasNotice,
  isRequired as isRequiredNow,
  loadCalls,
  useIsRequired,
} from './captcha-calls.ts'
import { ProviderBox } from './provider-box.tsx'

/**
 * The human verification of a form: a proof of work that this browser performs by itself, or a provider's widget if
 * one is configured. Registration and wallet forms show a notice instead while verification is switched off.
 */
export function SecurityVerification({ purpose }: { purpose: CaptchaPurpose }) {
  const state = useCaptcha()
  const isRequired = useIsRequired(purpose)
  const id = useId()
  useEffect(() => {
    // Reloads the list of protected calls, in case the service's configuration has changed.
    if (!isRequiredNow(purpose)) loadCalls()
    return resetCaptcha
  }, [purpose])

  if (!isRequired || state.step === 'off') return hasNotice(purpose) ? <DisabledNotice /> : null
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-sunken px-4 py-3">
      <h3 id={id} className="mb-2 font-medium text-ink text-sm">
        {t('Security Verification')}
      </h3>
      <div className="flex min-h-11 flex-col justify-center text-sm">
        {renderContent(state, purpose)}
      </div>
    </section>
  )
}

function DisabledNotice() {
  return <Alert>{t('CAPTCHA is temporarily disabled for testing')}</Alert>
}

function renderContent(
  state: Exclude<CaptchaState, { step: 'off' }>,
  purpose: CaptchaPurpose,
): ReactNode {
  const start = () => startCaptcha(purpose)
  switch (state.step) {
    case 'idle':
      return (
        <Prompt label={t('Verify now')} onSelect={start}>
          {purpose === 'person'
            ? t('Your browser will complete a short check. It takes a few seconds.')
            : t('We’ll verify your browser while you fill in the form.')}
        </Prompt>
      )
    case 'loading':
      return <Progress label={t('Loading the verification…')} value={null} />
    case 'solving':
      return <Progress label={t('Verifying…')} value={state.progress} />
    case 'widget':
      return <ProviderBox widget={state.widget} events={state.events} />
    case 'solved':
      return (
        <p role="status" className="flex min-h-9 items-center gap-2 text-success">
          <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
          {t('Verified')}
        </p>
      )
    case 'expired':
      return (
        <Prompt label={t('Verify again')} isUrgent onSelect={start}>
          {t('The verification has expired.')}
        </Prompt>
      )
    case 'failed':
      return (
        <Prompt label={t('Try again')} isUrgent onSelect={start}>
          {state.reason}
        </Prompt>
      )
  }
}

type PromptProps = { label: string; isUrgent?: boolean; onSelect: () => void; children: ReactNode }

function Prompt({ label, isUrgent = false, onSelect, children }: PromptProps) {
  const Icon = isUrgent ? CircleAlert : ShieldCheck
  return (
    <div className="flex items-center justify-between gap-3">
      <p
        role={isUrgent ? 'alert' : undefined}
        className={isUrgent ? 'flex gap-2 text-danger' : 'flex gap-2 text-ink-muted'}
      >
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {children}
      </p>
      <Button size="sm" onClick={onSelect}>
        {label}
      </Button>
    </div>
  )
}
