import { formatDate } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import type { PartProps } from '../account/part-props.ts'
import { KeepAccountButton } from './keep-account-button.tsx'

/** Above all settings while the account is to go: when, and the way back. */
export function Component({ account: { deleteAt } }: PartProps) {
  if (deleteAt === null) return null
  return (
    <Alert
      tone="warning"
      title={t('Your account will be deleted on {date}', { date: formatDate(deleteAt) })}
      actions={<KeepAccountButton />}
    >
      {t('Until then, everything works as before and you can cancel the deletion.')}
    </Alert>
  )
}
