/** One form for each thing a person can show. */
import { request } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { PasswordInput } from '@inkproof/ui/password-input'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Fingerprint } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { SubmitButton } from '../dialog/form-parts.tsx'
import { FormError } from '../forms/form-error.tsx'
import { type ReadField, useForm } from '../forms/use-form.ts'
import { AppCodeField, RecoveryCodeField } from './code-fields.tsx'
import { proveByPasskey } from './passkeys.api.ts'
import type { ProveMethod } from './prove-methods.ts'
import { useAction } from './use-action.ts'

type ProofProps = { onProved: () => void }

const WalletProof = lazy(() =>
  import('../wallets/wallet-proof.tsx').then((wallets) => ({ default: wallets.WalletProof })),
)

/** By method: what leads to it, and its form. */
export const PROOFS: Record<ProveMethod, { label: string; Form: ComponentType<ProofProps> }> = {
  passkey: { label: 'Use a passkey', Form: PasskeyProof },
  app: { label: 'Use your authenticator app', Form: AppProof },
  recovery: { label: 'Use a recovery code', Form: RecoveryProof },
  password: { label: 'Use your password', Form: PasswordProof },
  wallet: { label: 'Use your wallet', Form: WalletProofInTime },
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
        Use a Passkey
      </Button>
    </div>
  )
}

function AppProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ code: field('code') })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending) => <AppCodeField isPending={isPending} />}
    </ProofForm>
  )
}

function RecoveryProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ recoveryCode: field('recoveryCode').trim() })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending) => <RecoveryCodeField isPending={isPending} />}
    </ProofForm>
  )
}

function PasswordProof({ onProved }: ProofProps) {
  const send = (field: ReadField) => prove({ password: field('password') })
  return (
    <ProofForm send={send} onProved={onProved}>
      {(isPending) => (
        <Field label="Password" required>
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
  children: (isPending: boolean) => ReactNode
}

function ProofForm({ send, onProved, children }: FormProps) {
  const { isPending, error, form } = useForm(async (field) => {
    await send(field)
    onProved()
  }, 'This could not be checked. Please try again.')
  return (
    <form {...form} className="space-y-5">
      <FormError error={error} />
      {children(isPending)}
      <SubmitButton isPending={isPending}>Confirm</SubmitButton>
    </form>
  )
}

async function prove(proof: object): Promise<void> {
  await request('POST', '/api/auth/prove', proof)
}
