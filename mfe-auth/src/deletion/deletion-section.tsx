import { DELETION_DELAY_DAYS } from '@inkproof/protocol/profile'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useEffect, useRef } from 'react'
import type { PartProps } from '../account/part-props.ts'
import { DeletionDialog } from './deletion-dialog.tsx'
import { DeletionSummary } from './deletion-summary.tsx'
import { KeepAccountButton } from './keep-account-button.tsx'
import { TransferFirst } from './transfer-first.tsx'
import { useWorkspacesToTransfer } from './use-workspaces-to-transfer.ts'

/** Schedules or cancels the deletion of the account. */
export function Component({ account: { deleteAt } }: PartProps) {
  const cardRef = useFocusCardOnChange(deleteAt)
  return (
    <Card ref={cardRef} tabIndex={-1}>
      {deleteAt === null ? <ActiveAccount /> : <ScheduledDeletion deleteAt={deleteAt} />}
    </Card>
  )
}

function ActiveAccount() {
  const workspaces = useWorkspacesToTransfer()
  return (
    <>
      <CardHeader
        title={t('Delete this account')}
        description={t(
          'Your account is deleted {days} days after your request. You can cancel until then. Your certificates stay valid.',
          { days: DELETION_DELAY_DAYS },
        )}
        level={3}
      />
      {workspaces.length > 0 ? <TransferFirst workspaces={workspaces} /> : <DeletionDialog />}
    </>
  )
}

function ScheduledDeletion({ deleteAt }: { deleteAt: string }) {
  return (
    <>
      <CardHeader
        title={t('Account scheduled for deletion')}
        description={t('Your account will be permanently deleted on {date}.', {
          date: formatDateTime(deleteAt),
        })}
        level={3}
      />
      <div className="space-y-5">
        <DeletionSummary />
        <KeepAccountButton />
      </div>
    </>
  )
}

/** Focuses the card after the deletion was scheduled or cancelled, if focus was lost with the pressed button. */
function useFocusCardOnChange(deleteAt: string | null) {
  const cardRef = useRef<HTMLDivElement>(null)
  const previous = useRef(deleteAt)
  useEffect(() => {
    if (previous.current === deleteAt) return
    previous.current = deleteAt
    if (document.activeElement === document.body) cardRef.current?.focus({ preventScroll: true })
  }, [deleteAt])
  return cardRef
}
