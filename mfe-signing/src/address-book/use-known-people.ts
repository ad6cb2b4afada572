import type { KnownPerson } from '@inkproof/protocol/address-book'
import { searchAddressBook } from '@inkproof/protocol/calls/address-book'
import { type Session, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { useEffect, useRef, useState } from 'react'
import { maySend } from './may-send.ts'

export type KnownPeopleSearch = {
  /** Those who match what was typed last and answered. */
  people: readonly KnownPerson[]
  /** Searches for what was typed, after a pause. */
  search(text: string): void
  /** Forgets the people, and an answer that is still to come. */
  clear(): void
}

/** How long typing must pause. */
const PAUSE_MS = 200
const NOBODY: readonly KnownPerson[] = []

/**
 * Searches the address book of the current workspace while somebody types. Suggestions are a convenience: a failure is silent, and
 * people who are signed out or may not send get none.
 */
export function useKnownPeople(): KnownPeopleSearch {
  const owner = useSession(ownerOf)
  const [found, setFound] = useState({ owner, people: NOBODY })
  const running = useRef<AbortController>(null)
  const stop = () => running.current?.abort()
  // When the control is removed.
  useEffect(() => () => running.current?.abort(), [])

  async function searchNow(text: string, { signal }: AbortController): Promise<void> {
    try {
      const { people } = await call(searchAddressBook, { body: { text } }, { signal })
      if (!signal.aborted) setFound({ owner, people })
    } catch {
      if (!signal.aborted) setFound({ owner, people: NOBODY })
    }
  }

  return {
    people: found.owner === owner ? found.people : NOBODY,
    search: (typed) => {
      stop()
      const text = typed.trim()
      if (text === '' || owner === null) {
        setFound({ owner, people: NOBODY })
        return
      }
      const search = new AbortController()
      running.current = search
      const timer = setTimeout(() => void searchNow(text, search), PAUSE_MS)
      search.signal.addEventListener('abort', () => clearTimeout(timer))
    },
    clear: () => {
      stop()
      setFound({ owner, people: NOBODY })
    },
  }
}

/** Account and workspace of a person who may send signing requests; null for others. */
function ownerOf(session: Session): string | null {
  const { user } = session
  return maySend(session) && user ? `${user.id} ${user.workspaceId}` : null
}
