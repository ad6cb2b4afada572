import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { BookUser } from 'lucide-react'
import { AddressBookList } from './address-book-list.tsx'
import { maySend } from './may-send.ts'

/** Opens the address book of the workspace, for those who may send from it. */
export function AddressBookButton() {
  const isShown = useSession(maySend)
  const workspaceId = useSession(({ user }) => user?.workspaceId)
  if (!isShown || workspaceId === undefined) return null
  return (
    <Dialog
      key={workspaceId}
      size="md"
      title={t('Address book')}
      description={t(
        'People to whom your workspace has sent documents. They are suggested as recipients.',
      )}
      trigger={
        <Button size="sm" variant="ghost">
          <BookUser />
          {t('Address book')}
        </Button>
      }
    >
      <AddressBookList workspaceId={workspaceId} />
    </Dialog>
  )
}
