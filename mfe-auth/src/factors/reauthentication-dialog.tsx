import type { AccountView } from '@inkproof/protocol/account'
import { openAuth, signOut } from '@inkproof/slice'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { loadedOf } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect, useState } from 'react'
import { useAccount } from '../account/use-account.ts'
import { FormLink } from '../forms/form-parts.tsx'
import { useFocusOnChange } from '../forms/use-focus.ts'
import {
  closeReauthenticationDialog,
  useReauthentication,
} from '../reauthentication/reauthentication.store.ts'
import { REAUTHENTICATION_FORMS } from './reauthentication-forms.tsx'
import {
  getReauthenticationMethods,
  type ReauthenticationMethod,
} from './reauthentication-methods.ts'

/** The dialog that `openReauthenticationDialog` opens. Render it once per page. */
export function ReauthenticationDialog() {
  const isOpen = useReauthentication(({ resolve }) => resolve !== null)
  // Leaving a page closes its dialog.
  useEffect(() => () => closeReauthenticationDialog(false), [])
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && closeReauthenticationDialog(false)}
      title={t('Confirm it’s you')}
      description={t('This change affects who can access your account.')}
    >
      <ReauthenticationContent />
    </Dialog>
  )
}

function ReauthenticationContent() {
  const query = useAccount()
  const account = loadedOf(query)
  if (account.status === 'loading') return <Skeleton className="h-40 w-full" />
  if (account.status === 'failed') {
    return (
      <ErrorState onRetry={() => void query.refetch()}>
        {offlineMessage(query.error) ?? t('The account service did not respond.')}
      </ErrorState>
    )
  }
  return <MethodChoice account={account.data} />
}

function MethodChoice({ account }: { account: AccountView }) {
  const methods = getReauthenticationMethods(account, canUsePasskeys())
  const [chosen, setChosen] = useState<ReauthenticationMethod | undefined>(methods[0])
  const formRef = useFocusOnChange(chosen ?? null)
  if (chosen === undefined) return <NoUsableMethod />
  const { Form } = REAUTHENTICATION_FORMS[chosen]
  const others = methods.filter((method) => method !== chosen)
  return (
    <div className="space-y-5">
      <div key={chosen} ref={formRef}>
        <Form onConfirmed={() => closeReauthenticationDialog(true)} />
      </div>
      {others.length > 0 && (
        <div className="space-y-1">
          {others.map((method) => (
            <FormLink
              key={method}
              label={REAUTHENTICATION_FORMS[method].label}
              onSelect={() => setChosen(method)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Offers to sign in again, which counts as confirmation. Users of only an identity provider have no other method. */
function NoUsableMethod() {
  async function signInAgain() {
    closeReauthenticationDialog(false)
    await signOut()
    await openAuth()
  }
  return (
    <div className="space-y-5">
      <Alert>
        {t(
          'None of your sign-in methods can confirm your identity here. Sign in again to make this change. You won’t be asked to confirm for the next ten minutes.',
        )}
      </Alert>
      <Button variant="primary" wide onClick={() => void signInAgain()}>
        {t('Sign in again')}
      </Button>
    </div>
  )
}
