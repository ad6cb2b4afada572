/** One form for each method by which users confirm their identity. */

import { reauthenticateWithFactor } from '@inkproof/protocol/calls/factors'
import type { ReauthenticationCredential } from '@inkproof/protocol/factors'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { PasswordInput } from '@inkproof/ui/password-input'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Fingerprint } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { SubmitButton } from '../forms/form-parts.tsx'
import { type GetFieldErrorId, type ReadField, useForm } from '../forms/use-form.ts'
import { AuthenticatorCodeField, RecoveryCodeField } from './code-fields.tsx'
import { reauthenticateWithPasskey } from './passkeys.api.ts'
import type { ReauthenticationMethod } from './reauthentication-methods.ts'
import { usePasskeyAction } from './use-passkey-action.ts'

type ReauthenticationProps = { onConfirmed: () => void }

const WalletReauthentication = lazy(() =>
  import('../wallets/wallet-reauthentication.tsx').then((wallets) => ({
    default: wallets.WalletReauthentication,
  })),
)

/** The label and the form of each method. */
export const REAUTHENTICATION_FORMS: Record<
  ReauthenticationMethod,
  { label: string; Form: ComponentType<ReauthenticationProps> }
> = {
  passkey: { label: t('Use a passkey'), Form: PasskeyForm },
  app: { label: t('Use your authenticator app'), Form: AuthenticatorAppForm },
  recovery: { label: t('Use a recovery code'), Form: RecoveryCodeForm },
  password: { label: t('Use your password'), Form: PasswordForm },
  wallet: { label: t('Use your wallet'), Form: LazyWalletForm },
}

function PasskeyForm({ onConfirmed }: ReauthenticationProps) {
  const { isPending, error, run } = usePasskeyAction(async () => {
    await reauthenticateWithPasskey()
    onConfirmed()
  })
  return (
    <div className="space-y-5">
      <FormError error={error} />
      <Button variant="primary" wide busy={isPending} onClick={run}>
        <Fingerprint />
        {t('Use a passkey')}
      </Button>
    </div>
  )
}

function AuthenticatorAppForm({ onConfirmed }: ReauthenticationProps) {
  const send = (field: ReadField) => reauthenticate({ code: field('code') })
  return (
    <ReauthenticationForm send={send} onConfirmed={onConfirmed}>
      {(isPending, fieldErrorId) => (
        <AuthenticatorCodeField isPending={isPending} fieldErrorId={fieldErrorId} />
      )}
    </ReauthenticationForm>
  )
}

function RecoveryCodeForm({ onConfirmed }: ReauthenticationProps) {
  const send = (field: ReadField) => reauthenticate({ recoveryCode: field('recoveryCode').trim() })
  return (
    <ReauthenticationForm send={send} onConfirmed={onConfirmed}>
      {(isPending, fieldErrorId) => (
        <RecoveryCodeField isPending={isPending} fieldErrorId={fieldErrorId} />
      )}
    </ReauthenticationForm>
  )
}

function PasswordForm({ onConfirmed }: ReauthenticationProps) {
  const send = (field: ReadField) => reauthenticate({ password: field('password') })
  return (
    <ReauthenticationForm send={send} onConfirmed={onConfirmed}>
      {(isPending, fieldErrorId) => (
        <Field label={t('Password')} required errorId={fieldErrorId('password')}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            data-initial-focus
            disabled={isPending}
          />
        </Field>
      )}
    </ReauthenticationForm>
  )
}

function LazyWalletForm(props: ReauthenticationProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <WalletReauthentication {...props} />
    </Suspense>
  )
}

type FormProps = ReauthenticationProps & {
  send: (field: ReadField) => Promise<void>
  children: (isPending: boolean, fieldErrorId: GetFieldErrorId) => ReactNode
}

function ReauthenticationForm({ send, onConfirmed, children }: FormProps) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(async (field) => {
    await send(field)
    onConfirmed()
  }, t('We couldn’t confirm your identity. Please try again.'))
  return (
    <form {...form} className="space-y-5">
      <FormError id={errorId} error={error} />
      {children(isPending, fieldErrorId)}
      <SubmitButton isPending={isPending}>{t('Confirm')}</SubmitButton>
    </form>
  )
}

function reauthenticate(credential: ReauthenticationCredential): Promise<void> {
  return call(reauthenticateWithFactor, { body: credential })
}
