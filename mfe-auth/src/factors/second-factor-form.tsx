import type { FactorMethod } from '@inkproof/protocol/auth'
import { confirmSecondFactor } from '@inkproof/protocol/calls/factors'
import { RequestError } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { Lead, OtherWays, SubmitButton } from '../forms/form-parts.tsx'
import { type ReadField, useForm } from '../forms/use-form.ts'
import { handleSignInAnswer, type PendingSignIn } from '../sign-in/handle-sign-in-answer.ts'
import { AppCodeField, RecoveryCodeField } from './code-fields.tsx'
import { canUsePasskeys } from './passkey-support.ts'
import { secondFactorByPasskey } from './passkeys.api.ts'
import { useAction } from './use-action.ts'

type Props = {
  pending: PendingSignIn
  /** Cancels this sign-in and returns to the first form. */
  onBack: () => void
}

type Typed = Extract<FactorMethod, 'app' | 'recovery'>

/** The second step of a sign-in: a code of the app, a recovery code, or a passkey. */
export function SecondFactorForm({ pending, onBack }: Props) {
  const [typed, setTyped] = useState<Typed>('app')
  const [expired, setExpired] = useState<string | null>(null)
  if (expired !== null) return <Expired sentence={expired} onBack={onBack} />
  const onExpired = (error: RequestError) => setExpired(error.message)
  return (
    <div className="space-y-5">
      <CodeForm key={typed} id={pending.id} typed={typed} onExpired={onExpired} />
      {pending.methods.includes('passkey') && canUsePasskeys() && (
        <OtherWays>
          <PasskeyInstead id={pending.id} onExpired={onExpired} />
        </OtherWays>
      )}
      {typed === 'app' && pending.methods.includes('recovery') && (
        <Lead label={t('Use a recovery code')} onSelect={() => setTyped('recovery')} />
      )}
      {typed === 'recovery' && (
        <Lead label={t('Use your authenticator app')} onSelect={() => setTyped('app')} />
      )}
      <Lead label={t('Back to Sign In')} onSelect={onBack} />
    </div>
  )
}

type StepProps = { id: string; onExpired: (error: RequestError) => void }

function CodeForm({ id, typed, onExpired }: StepProps & { typed: Typed }) {
  const { isPending, error, errorId, faultOf, form } = useForm(
    (field) => telling(onExpired, () => send(id, typed, field)),
    t('The code could not be checked. Please try again.'),
  )
  return (
    <form {...form} className="space-y-5">
      <FormError id={errorId} error={error} />
      {typed === 'app' ? (
        <AppCodeField faultOf={faultOf} isPending={isPending} />
      ) : (
        <RecoveryCodeField faultOf={faultOf} isPending={isPending} />
      )}
      <SubmitButton isPending={isPending}>{t('Confirm')}</SubmitButton>
    </form>
  )
}

function PasskeyInstead({ id, onExpired }: StepProps) {
  const { isPending, error, run } = useAction(() =>
    telling(onExpired, async () => handleSignInAnswer(await secondFactorByPasskey(id))),
  )
  return (
    <>
      <FormError error={error} />
      <Button wide busy={isPending} onClick={run}>
        <Fingerprint />
        {t('Use a passkey')}
      </Button>
    </>
  )
}

function Expired({ sentence, onBack }: { sentence: string; onBack: () => void }) {
  return (
    <div className="space-y-5">
      <Alert tone="warning">{sentence}</Alert>
      <Button variant="primary" wide autoFocus onClick={onBack}>
        {t('Sign in again')}
      </Button>
    </div>
  )
}

async function send(id: string, typed: Typed, field: ReadField): Promise<void> {
  const shown =
    typed === 'app' ? { code: field('code') } : { recoveryCode: field('recoveryCode').trim() }
  handleSignInAnswer(await call(confirmSecondFactor, { body: { id, ...shown } }))
}

async function telling(
  onExpired: (error: RequestError) => void,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (error instanceof RequestError && error.code === 'SIGN_IN_EXPIRED') return onExpired(error)
    throw error
  }
}
