import type { CallDefinition } from '@inkproof/protocol/call'
import { showMe } from '@inkproof/protocol/calls/accounts'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { CallRow } from './call-row.tsx'
import { findCalls, GROUPS, type TaggedCalls } from './groups.ts'

const TOTAL = countCalls(GROUPS)

/** All calls by group, filtered by a search text. The first row is open, to show what a row contains. */
export function CallList() {
  const [searchText, setSearchText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([callName(showMe)]))
  const found = findCalls(searchText)
  const count = countCalls(found)

  function toggle(name: string, isOpen: boolean) {
    const next = new Set(open)
    if (isOpen) next.add(name)
    else next.delete(name)
    setOpen(next)
  }

  return (
    <div className="space-y-10">
      <Field
        label={t('Find a call')}
        aside={
          <span role="status" className="text-ink-faint">
            {count === TOTAL
              ? t('{all} calls', { all: TOTAL })
              : t('{count} of {all} calls', { count, all: TOTAL })}
          </span>
        }
      >
        <Input
          type="search"
          leading={<Search />}
          placeholder={t('passkey, DELETE, /sessions')}
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      </Field>
      {found.map((group) => (
        <GroupSection key={group.tag} group={group} open={open} toggle={toggle} />
      ))}
      {count === 0 && (
        <EmptyState
          icon={<Search />}
          title={t('No matching calls')}
          action={<Button onClick={() => setSearchText('')}>{t('Show all calls')}</Button>}
        >
          {t('Search by path, method or purpose.')}
        </EmptyState>
      )}
    </div>
  )
}

type GroupSectionProps = {
  group: TaggedCalls
  open: ReadonlySet<string>
  toggle: (name: string, isOpen: boolean) => void
}

function GroupSection({ group: { tag, calls }, open, toggle }: GroupSectionProps) {
  return (
    <section aria-label={tag} translate="no">
      <h3 className="mb-2 font-medium text-ink text-lg tracking-tight">{tag}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {calls.map((call) => {
          const name = callName(call)
          return (
            <li key={name}>
              <CallRow
                call={call}
                isOpen={open.has(name)}
                onOpenChange={(isOpen) => toggle(name, isOpen)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function callName({ method, path }: CallDefinition): string {
  return `${method} ${path}`
}

function countCalls(groups: readonly { calls: readonly unknown[] }[]): number {
  return groups.reduce((sum, { calls }) => sum + calls.length, 0)
}
