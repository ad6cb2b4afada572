/** One form for each way of confirming one's identity. */

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
import { type FaultOf, type ReadField, useForm } from '../forms/use-form.ts'
import { AppCodeField, RecoveryCodeField } from './code-fields.tsx'
import { proveByPasskey } from './passkeys.api.ts'
import type { ProveMethod } from './prove-methods.ts'
import { useAction } from './use-action.ts'

type ProofProps = { onProved: () => void }

const WalletProof = lazy(() =>
  import('../wallets/wallet-proof.tsx').then((wallets) => ({ default: wallets.WalletProof })),
)

/** By method: the label of its choice, and its form. */
export const PROOFS: Record<ProveMethod, { label: string; Form: ComponentType<ProofProps> }> = {
  passkey: { label: t('Use a passkey'), Form: PasskeyProof },
  app: { label: t('Use your authenticator app'), Form: AppProof },
  recovery: { label: t('Use a recovery code'), Form: RecoveryProof },
  password: { label: t('Use your password'), Form: PasswordProof },
  wallet: { label: t('Use your wallet'), Form: WalletProofInTime },
}

function PasskeyProof({ onProved }: ProofProps) {
  const { isPending, error, run } = useAction(async () => {
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
      {(isPending, faultOf) => <AppCodeField isPending={isPending} faultOf={faultOf} />}
    </ProofForm>
  )
}

function RecoveryProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ recoveryCode: field('recoveryCode').trim() })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending, faultOf) => <RecoveryCodeField isPending={isPending} faultOf={faultOf} />}
    </ProofForm>
  )
}

function PasswordProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ password: field('password') })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending, faultOf) => (
        <Field label={t('Password')} required faultId={faultOf('password')}>
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

function WalletProofInTime(props: ProofProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <WalletProof {...props} />
    </Suspense>
  )
}

type FormProps = ProofProps & {
  send: (field: ReadField) => Promise<void>
  children: (isPending: boolean, faultOf: FaultOf) => ReactNode
}

function ProofForm({ send, onProved, children }: FormProps) {
  const { isPending, error, errorId, faultOf, form } = useForm(async (field) => {
    await send(field)
    onProved()
  }, t('We couldn’t confirm your identity. Please try again.'))
  return (
    <form {...form} className="space-y-5">
      <FormError id={errorId} error={error} />
      {children(isPending, faultOf)}
      <SubmitButton isPending={isPending}>{t('Confirm')}</SubmitButton>
    </form>
  )
}

function prove(proof: Proof): Promise<void> {
  return call(proveIdentity, { body: proof })
}
