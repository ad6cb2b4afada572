import type { FactorMethod } from '@inkproof/protocol/auth'
import { confirmSecondFactor } from '@inkproof/protocol/calls/factors'
import { RequestError } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { FormLink, OtherSignInMethods, SubmitButton } from '../forms/form-parts.tsx'
import { type ReadField, useForm } from '../forms/use-form.ts'
import { handleSignInResponse, type PendingSignIn } from '../sign-in/handle-sign-in-response.ts'
import { AuthenticatorCodeField, RecoveryCodeField } from './code-fields.tsx'
import { confirmWithPasskey } from './passkeys.api.ts'
import { usePasskeyAction } from './use-passkey-action.ts'

type Props = {
  pending: PendingSignIn
  /** Cancels this sign-in and returns to the first form. */
  onBack: () => void
}

type CodeType = Extract<FactorMethod, 'app' | 'recovery'>

/** The second step of a sign-in: a code from the app, a recovery code, or a passkey. */
export function SecondFactorForm({ pending, onBack }: Props) {
  const [codeType, setCodeType] = useState<CodeType>('app')
  const [expired, setExpired] = useState<string | null>(null)
  if (expired !== null) return <Expired message={expired} onBack={onBack} />
  const onExpired = (error: RequestError) => setExpired(error.message)
  return (
    <div className="space-y-5">
      <CodeForm key={codeType} id={pending.id} codeType={codeType} onExpired={onExpired} />
      {pending.methods.includes('passkey') && canUsePasskeys() && (
        <OtherSignInMethods>
          <PasskeyButton id={pending.id} onExpired={onExpired} />
        </OtherSignInMethods>
      )}
      {codeType === 'app' && pending.methods.includes('recovery') && (
        <FormLink label={t('Use a recovery code')} onSelect={() => setCodeType('recovery')} />
      )}
      {codeType === 'recovery' && (
        <FormLink label={t('Use your authenticator app')} onSelect={() => setCodeType('app')} />
      )}
      <FormLink label={t('Back to Sign In')} onSelect={onBack} />
    </div>
  )
}

type StepProps = { id: string; onExpired: (error: RequestError) => void }

function CodeForm({ id, codeType, onExpired }: StepProps & { codeType: CodeType }) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    (field) => catchExpired(onExpired, () => send(id, codeType, field)),
    t('The code could not be checked. Please try again.'),
  )
  return (
    <form {...form} className="space-y-5">
      <FormError id={errorId} error={error} />
      {codeType === 'app' ? (
        <AuthenticatorCodeField fieldErrorId={fieldErrorId} isPending={isPending} />
      ) : (
        <RecoveryCodeField fieldErrorId={fieldErrorId} isPending={isPending} />
      )}
      <SubmitButton isPending={isPending}>{t('Confirm')}</SubmitButton>
    </form>
  )
}

function PasskeyButton({ id, onExpired }: StepProps) {
  const { isPending, error, run } = usePasskeyAction(() =>
    catchExpired(onExpired, async () => handleSignInResponse(await confirmWithPasskey(id))),
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

function Expired({ message, onBack }: { message: string; onBack: () => void }) {
  return (
    <div className="space-y-5">
      <Alert tone="warning">{message}</Alert>
      <Button variant="primary" wide autoFocus onClick={onBack}>
        {t('Sign in again')}
      </Button>
    </div>
  )
}

async function send(id: string, codeType: CodeType, field: ReadField): Promise<void> {
  const factor =
    codeType === 'app' ? { code: field('code') } : { recoveryCode: field('recoveryCode').trim() }
  handleSignInResponse(await call(confirmSecondFactor, { body: { id, ...factor } }))
}

async function catchExpired(
  onExpired: (error: RequestError) => void,
  action: () => Promise<void>,
): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (error instanceof RequestError && error.code === 'SIGN_IN_EXPIRED') return onExpired(error)
    throw error
  }
}
