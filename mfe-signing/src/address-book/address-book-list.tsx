import type { AddressBookEntry, AddressBookPage } from '@inkproof/protocol/address-book'
import { urlOf } from '@inkproof/protocol/call-url'
import { listAddressBook, removeFromAddressBook } from '@inkproof/protocol/calls/address-book'
import { RequestError, toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { IconButton } from '@inkproof/ui/icon-button'
import { Skeleton } from '@inkproof/ui/skeleton'
import { BookUser, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { PageButtons } from '../lists/page-buttons.tsx'
import { useCursors } from '../lists/use-cursors.ts'

/** The people in the address book of the current workspace, a page at a time. Each can be removed. */
export function AddressBookList({ workspaceId }: { workspaceId: string }) {
  const cursors = useCursors()
  const list = useRef<HTMLElement>(null)
  const { cursor, isFirst } = cursors
  const query = usePersonalQuery(queryOf(listAddressBook, { query: cursor ? { cursor } : {} }), {
    workspaceId,
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })
  if (query.isPending) return <LoadingEntries />
  if (query.isError)
    return (
      <ErrorState
        title={t('The address book could not be loaded')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      >
        {reasonOf(query.error)}
      </ErrorState>
    )
  const { entries, next } = query.data
  return (
    <section
      ref={list}
      aria-label={t('People in the address book')}
      tabIndex={-1}
      className="space-y-4 outline-none"
    >
      {isFirst && entries.length === 0 ? (
        <Nobody />
      ) : (
        <Entries
          entries={entries}
          onRemoved={() => {
            // The button that had the focus is gone.
            list.current?.focus()
            if (entries.length === 1 && !isFirst) cursors.showNewer()
          }}
        />
      )}
      <PageButtons
        cursors={cursors}
        label={t('Pages of the address book')}
        next={next}
        isLoading={query.isPlaceholderData}
      />
    </section>
  )
}

type EntriesProps = { entries: AddressBookPage['entries']; onRemoved: () => void }

function Entries({ entries, onRemoved }: EntriesProps) {
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-center gap-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">{entry.name}</p>
            <p className="wrap-anywhere text-ink-muted text-sm">{entry.email}</p>
          </div>
          <RemoveButton entry={entry} onRemoved={onRemoved} />
        </li>
      ))}
    </ul>
  )
}

type RemoveButtonProps = { entry: AddressBookEntry; onRemoved: () => void }

/** Without a question: sending to the person again adds them again. */
function RemoveButton({ entry: { id, name }, onRemoved }: RemoveButtonProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function remove(): Promise<void> {
    setIsBusy(true)
    try {
      await call(removeFromAddressBook, { params: { id } })
      await refetch(urlOf(listAddressBook))
      toast({ title: t('{name} was removed from the address book', { name }), variant: 'success' })
      onRemoved()
    } catch (error) {
      const title = t('{name} was not removed', { name })
      toast({ title, description: reasonOf(error), variant: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <IconButton
      tone="danger"
      label={t('Remove {name} from address book', { name })}
      busy={isBusy}
      onClick={() => void remove()}
    >
      <Trash2 />
    </IconButton>
  )
}

function Nobody() {
  return (
    <EmptyState icon={<BookUser />} title={t('No people yet')}>
      {t('People to whom you send documents appear here.')}
    </EmptyState>
  )
}

function LoadingEntries() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t('Loading the address book')}</span>
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} className="h-12 w-full rounded-lg" />
      ))}
    </div>
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof RequestError) return error.sentence
  return offlineMessage(error) ?? t('Check your connection and try again.')
}
