/**
 * The recovery codes on screen, until they are dismissed. The service cannot show them again, so they remain stored
 * when the user navigates to another page, and the browser warns before a reload discards them. They are cleared
 * when the user signs out or another user signs in.
 */
import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

export type ShownCodes = {
  codes: readonly string[]
  /** True if the app was just set up; otherwise these replace older codes. */
  isNew: boolean
}

/** `isSaved` is true once the codes were saved to a file; copying or printing them does not count. */
type ShownState = ShownCodes & { isSaved: boolean }

/** Read-only; the functions below change it. */
export const useShownCodes = create<ShownState | null>()(() => null)

/** Creates codes and shows them, unless the user has changed in the meantime. */
export async function showCodes(
  createCodes: () => Promise<readonly string[]>,
  { isNew }: Pick<ShownCodes, 'isNew'>,
): Promise<void> {
  const userId = useSession.getState().user?.id
  const codes = await createCodes()
  if (useSession.getState().user?.id === userId) set({ codes, isNew, isSaved: false })
}

export function markCodesSaved(): void {
  const shown = useShownCodes.getState()
  if (shown) set({ ...shown, isSaved: true })
}

export function dismissCodes(): void {
  set(null)
}

function set(shown: ShownState | null): void {
  useShownCodes.setState(shown, true)
}

useSession.subscribe((session, previous) => {
  if (session.user?.id !== previous.user?.id) set(null)
})

// Added only while codes could be lost: a page with this listener cannot use the back/forward cache.
useShownCodes.subscribe((shown) => {
  if (shown && !shown.isSaved) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
})

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
