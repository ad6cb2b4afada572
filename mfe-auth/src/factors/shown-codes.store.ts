/**
 * Recovery codes that are shown, until they are put aside. The service can show them no second time, so they
 * outlive the page they were made on, and the browser asks before it forgets them. With the session they go:
 * whoever signs in next may be somebody else.
 */
import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

export type ShownCodes = {
  codes: readonly string[]
  /** The app was just set up; otherwise these replace older ones. */
  isNew: boolean
}

/** `isSaved`: they are in a file. A clipboard and a printer's window keep nothing. */
type Shown = ShownCodes & { isSaved: boolean }

/** For reading. It changes by the functions below only. */
export const useShownCodes = create<Shown | null>()(() => null)

/** Shows the codes that are made now, unless their person has gone by then. */
export async function showCodes(
  make: () => Promise<readonly string[]>,
  { isNew }: Pick<ShownCodes, 'isNew'>,
): Promise<void> {
  const personId = useSession.getState().user?.id
  const codes = await make()
  if (useSession.getState().user?.id === personId) set({ codes, isNew, isSaved: false })
}

export function markCodesSaved(): void {
  const shown = useShownCodes.getState()
  if (shown) set({ ...shown, isSaved: true })
}

export function putCodesAside(): void {
  set(null)
}

function set(shown: Shown | null): void {
  useShownCodes.setState(shown, true)
}

useSession.subscribe((session, before) => {
  if (session.user?.id !== before.user?.id) set(null)
})

// Only while there is something to lose: a page that may ask cannot be kept for the way back.
useShownCodes.subscribe((shown) => {
  if (shown && !shown.isSaved) addEventListener('beforeunload', askFirst)
  else removeEventListener('beforeunload', askFirst)
})

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
