import { DELETION_DELAY_DAYS } from '@inkproof/protocol/profile'
import { formatDate } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useEffect, useRef } from 'react'
import type { PartProps } from '../account/part-props.ts'
import { DeletionDialog } from './deletion-dialog.tsx'
import { HandOverFirst } from './hand-over-first.tsx'
import { KeepAccountButton } from './keep-account-button.tsx'
import { useHandOvers } from './use-hand-overs.ts'
import { WhatRemains } from './what-remains.tsx'

/** Schedules or cancels the deletion of the account. */
export function Component({ account: { deleteAt } }: PartProps) {
  const place = useFocusKept(deleteAt)
  return (
    <Card ref={place} tabIndex={-1}>
      {deleteAt === null ? <Standing /> : <Going deleteAt={deleteAt} />}
    </Card>
  )
}

function Standing() {
  const workspaces = useHandOvers()
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
      {workspaces.length > 0 ? <HandOverFirst workspaces={workspaces} /> : <DeletionDialog />}
    </>
  )
}

function Going({ deleteAt }: { deleteAt: string }) {
  return (
    <>
      <CardHeader
        title={t('Account scheduled for deletion')}
        description={t('Your account will be permanently deleted on {date}.', {
          date: formatDate(deleteAt),
        })}
        level={3}
      />
      <div className="space-y-5">
        <WhatRemains />
        <KeepAccountButton />
      </div>
    </>
  )
}

/** The pressed button disappears with its action; without this the focus would be lost. */
function useFocusKept(deleteAt: string | null) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(deleteAt)
  useEffect(() => {
    if (before.current === deleteAt) return
    before.current = deleteAt
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [deleteAt])
  return place
}
