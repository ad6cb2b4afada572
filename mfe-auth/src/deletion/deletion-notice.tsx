import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import type { PartProps } from '../account/part-props.ts'
import { KeepAccountButton } from './keep-account-button.tsx'

/** A notice above all settings while a deletion is scheduled: its date, and a button to cancel it. */
export function Component({ account: { deleteAt } }: PartProps) {
  if (deleteAt === null) return null
  return (
    <Alert
      tone="warning"
      title={t('Your account will be deleted on {date}', { date: formatDateTime(deleteAt) })}
      actions={<KeepAccountButton />}
    >
      {t('Until then, everything works as before and you can cancel the deletion.')}
    </Alert>
  )
}
