import { PASSKEY_NAME_MAX } from '@inkproof/protocol/factors'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { reloadAccount } from '../account/reload-account.ts'
import { NameDialog } from '../forms/name-dialog.tsx'
import { renamePasskey } from './passkeys.api.ts'

type Props = { passkey: { id: string; name: string }; disabled: boolean }

/** Renames a passkey, so that it can be recognized later. */
export function RenamePasskey({ passkey: { id, name }, disabled }: Props) {
  async function rename(newName: string) {
    await renamePasskey(id, newName)
    await reloadAccount()
    return t('Passkey renamed')
  }
  return (
    <NameDialog
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Rename {name}', { name })}
          disabled={disabled}
        >
          {t('Rename')}
        </Button>
      }
      title={t('Rename passkey')}
      description={t('Choose a name that helps you recognize the device.')}
      name={name}
      maxLength={PASSKEY_NAME_MAX}
      autoComplete="off"
      draft={`passkey-${id}`}
      button={t('Save name')}
      fallback={t('The passkey could not be renamed. Please try again.')}
      onSave={rename}
    />
  )
}
