import type { AccountView } from '@inkproof/protocol/account'
import { toast } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import type { PartProps } from '../account/part-props.ts'
import { reloadAccount } from '../account/reload-account.ts'
import { CardError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { startLink, unlink } from './provider.api.ts'
import { useProviderName } from './use-provider-name.ts'

type LinkedAccount = AccountView['providers'][number]

/** Linked provider accounts. Renders nothing if no provider is configured and none is linked. */
export function ProvidersSection({ account: { providers } }: PartProps) {
  const name = useProviderName()
  const { busy, error, run } = useActions()
  if (name === null && providers.length === 0) return null
  const link = () =>
    void run('link', async () => {
      const { location: providerUrl } = await withReauthentication(() => startLink('/user-profile'))
      location.assign(providerUrl)
    })
  const unlinkAccount = ({ id }: LinkedAccount) =>
    void run(id, async () => {
      await withReauthentication(() => unlink(id))
      await reloadAccount()
      toast({ title: t('Account unlinked'), variant: 'success' })
    })
  return (
    <Card>
      <CardHeader
        level={3}
        title={t('Linked accounts')}
        description={descriptionOf(name, providers.length)}
        actions={
          name !== null && (
            <Button size="sm" busy={busy === 'link'} disabled={busy !== null} onClick={link}>
              {t('Link {name}', { name })}
            </Button>
          )
        }
      />
      <CardError error={error} />
      {providers.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {providers.map((linkedAccount) => (
            <LinkedAccountRow
              key={linkedAccount.id}
              linked={linkedAccount}
              busy={busy}
              onUnlink={() => unlinkAccount(linkedAccount)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

export { ProvidersSection as Component }

type RowProps = { linked: LinkedAccount; busy: string | null; onUnlink: () => void }

function LinkedAccountRow({ linked: { id, name, email, addedAt }, busy, onUnlink }: RowProps) {
  return (
    <li className="flex items-center justify-between gap-3 py-3 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-ink">{name}</p>
        <p className="break-words text-ink-muted text-sm">
          {email && `${email} · `}
          {t('Linked {date}', { date: formatDateTime(addedAt) })}
        </p>
      </div>
      <AlertDialog
        trigger={
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('Unlink {name}', { name: email ? `${name}, ${email}` : name })}
            busy={busy === id}
            disabled={busy !== null}
          >
            {t('Unlink')}
          </Button>
        }
        title={t('Unlink {name}?', { name })}
        description={t(
          'You’ll no longer be able to sign in with it. You can link it again at any time.',
        )}
        confirmLabel={t('Unlink')}
        onConfirm={onUnlink}
      />
    </li>
  )
}

function descriptionOf(name: string | null, count: number): string {
  if (name === null) return t('This installation no longer offers sign-in with these accounts.')
  return count === 0
    ? t('Sign in with your {name} account instead of a password.', { name })
    : t('You can sign in with any of these without a password.')
}
