import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import type { PartProps } from '../account/part-props.ts'
import { reloadAccount } from '../account/reload-account.ts'
import { CardError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { removePassword } from './authenticator-app.api.ts'

/** Removes the password of an account that has another sign-in method. */
export function RemovePassword({ account }: PartProps) {
  const { busy, error, run } = useActions()
  const { hasPassword, passkeys, wallets, providers } = account
  const otherMethods = passkeys.length + wallets.length + providers.length
  if (!hasPassword || otherMethods === 0) return null
  return (
    <Card>
      <CardHeader
        level={3}
        title={t('Remove password')}
        description={t(
          'Your other sign-in methods keep working. Without a password, there is nothing to guess, leak or phish.',
        )}
      />
      <CardError error={error} />
      <AlertDialog
        trigger={
          <Button size="sm" busy={busy !== null}>
            {t('Remove password')}
          </Button>
        }
        title={t('Remove your password?')}
        description={t(
          'You’ll no longer be able to sign in with your e-mail address and password, and you’ll be signed out on other devices. You can set a new password at any time.',
        )}
        confirmLabel={t('Remove')}
        onConfirm={() => void run('remove', remove)}
      />
    </Card>
  )
}

export { RemovePassword as Component }

async function remove(): Promise<void> {
  await withReauthentication(removePassword)
  await reloadAccount()
  toast({
    title: t('Password removed'),
    description: t('You’ve been signed out on your other devices.'),
    variant: 'success',
  })
}
