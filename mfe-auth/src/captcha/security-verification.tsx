import { Button } from '@inkproof/ui/button'
import { Progress } from '@inkproof/ui/progress'
import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type CaptchaState, startCaptcha, useCaptcha } from './captcha.store.ts'

/** The human verification: a proof of work this browser does by itself, without any third party. */
export function SecurityVerification() {
  const state = useCaptcha()
  const id = useId()
  if (state.step === 'off') return null
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-sunken px-4 py-3">
      <h3 id={id} className="mb-2 font-medium text-ink text-sm">
        Security Verification
      </h3>
      <div className="flex min-h-11 flex-col justify-center text-sm">{content(state)}</div>
    </section>
  )
}

function content(state: Exclude<CaptchaState, { step: 'off' }>): ReactNode {
  switch (state.step) {
    case 'idle':
      return <Ask label="Verify now">Your browser proves itself as you fill in the form.</Ask>
    case 'loading':
      return <Progress label="Loading the verification…" value={null} />
    case 'solving':
      return <Progress label="Verifying…" value={state.part} />
    case 'solved':
      return (
        <p role="status" className="flex min-h-9 items-center gap-2 text-success">
          <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
          Verified
        </p>
      )
    case 'expired':
      return (
        <Ask label="Verify again" isUrgent>
          The verification has expired.
        </Ask>
      )
    case 'failed':
      return (
        <Ask label="Try again" isUrgent>
          {state.reason}
        </Ask>
      )
  }
}

type AskProps = { label: string; isUrgent?: boolean; children: ReactNode }

function Ask({ label, isUrgent = false, children }: AskProps) {
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
      <Button size="sm" onClick={startCaptcha}>
        {label}
      </Button>
    </div>
  )
}
