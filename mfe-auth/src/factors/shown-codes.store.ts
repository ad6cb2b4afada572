/**
 * Recovery codes on screen until they are dismissed. The service cannot show them again, so they survive leaving
 * the page they were created on, and the browser asks before losing them. They are cleared with the session,
 * because the next person to sign in may be another one.
 */
import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

export type ShownCodes = {
  codes: readonly string[]
  /** The app was just set up; otherwise these replace older codes. */
  isNew: boolean
}

/** `isSaved`: they were saved to a file. Copying or printing does not count. */
type Shown = ShownCodes & { isSaved: boolean }

/** Read-only; the functions below change it. */
export const useShownCodes = create<Shown | null>()(() => null)

/** Shows the codes being created now, unless their person has signed out by then. */
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

export function dismissCodes(): void {
  set(null)
}

function set(shown: Shown | null): void {
  useShownCodes.setState(shown, true)
}

useSession.subscribe((session, before) => {
  if (session.user?.id !== before.user?.id) set(null)
})

// Only while there is something to lose: a page with this handler cannot be cached for back navigation.
useShownCodes.subscribe((shown) => {
  if (shown && !shown.isSaved) addEventListener('beforeunload', askFirst)
  else removeEventListener('beforeunload', askFirst)
})

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
