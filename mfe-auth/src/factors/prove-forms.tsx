/** One form for each method of confirming the identity. */

import { proveIdentity } from '@inkproof/protocol/calls/factors'
import type { Proof } from '@inkproof/protocol/factors'
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
import { AppCodeField, RecoveryCodeField } from './code-fields.tsx'
import { proveByPasskey } from './passkeys.api.ts'
import type { ProveMethod } from './prove-methods.ts'
import { usePasskeyAction } from './use-passkey-action.ts'

type ProofProps = { onProved: () => void }

const WalletProof = lazy(() =>
  import('../wallets/wallet-proof.tsx').then((wallets) => ({ default: wallets.WalletProof })),
)

/** The label and the form of each method. */
export const PROOF_FORMS: Record<ProveMethod, { label: string; Form: ComponentType<ProofProps> }> =
  {
    passkey: { label: t('Use a passkey'), Form: PasskeyProof },
    app: { label: t('Use your authenticator app'), Form: AppProof },
    recovery: { label: t('Use a recovery code'), Form: RecoveryProof },
    password: { label: t('Use your password'), Form: PasswordProof },
    wallet: { label: t('Use your wallet'), Form: LazyWalletProof },
  }

function PasskeyProof({ onProved }: ProofProps) {
  const { isPending, error, run } = usePasskeyAction(async () => {
    await proveByPasskey()
    onProved()
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

function AppProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ code: field('code') })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending, fieldErrorId) => (
        <AppCodeField isPending={isPending} fieldErrorId={fieldErrorId} />
      )}
    </ProofForm>
  )
}

function RecoveryProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ recoveryCode: field('recoveryCode').trim() })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending, fieldErrorId) => (
        <RecoveryCodeField isPending={isPending} fieldErrorId={fieldErrorId} />
      )}
    </ProofForm>
  )
}

function PasswordProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ password: field('password') })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending, fieldErrorId) => (
        <Field label={t('Password')} required faultId={fieldErrorId('password')}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            data-start
            disabled={isPending}
          />
        </Field>
      )}
    </ProofForm>
  )
}

function LazyWalletProof(props: ProofProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <WalletProof {...props} />
    </Suspense>
  )
}

type FormProps = ProofProps & {
  send: (field: ReadField) => Promise<void>
  children: (isPending: boolean, fieldErrorId: GetFieldErrorId) => ReactNode
}

function ProofForm({ send, onProved, children }: FormProps) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(async (field) => {
    await send(field)
    onProved()
  }, t('We couldn’t confirm your identity. Please try again.'))
  return (
    <form {...form} className="space-y-5">
      <FormError id={errorId} error={error} />
      {children(isPending, fieldErrorId)}
      <SubmitButton isPending={isPending}>{t('Confirm')}</SubmitButton>
    </form>
  )
}

function prove(proof: Proof): Promise<void> {
  return call(proveIdentity, { body: proof })
}
