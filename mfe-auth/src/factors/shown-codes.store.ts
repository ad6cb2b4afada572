/**
 * Recovery codes that are shown, until they are put aside. The service can show them no second time, so they
 * outlive the page they were made on, and the browser asks before it forgets them. With the session they go:
 * whoever signs in next may be somebody else.
 */
import { personalStore } from '@inkproof/slice-parts/personal-store'

export type ShownCodes = {
  codes: readonly string[]
  /** The app was just set up; otherwise these replace older ones. */
  isNew: boolean
}

/** `isSaved`: they are in a file. A clipboard and a printer's window keep nothing. */
type Shown = ShownCodes & { isSaved: boolean }

const { useStore, set, ask } = personalStore<Shown | null>(null)

/** For reading. It changes by the functions below only. */
export const useShownCodes = useStore

/** Shows the codes that are made now, unless their person has gone by then. */
export async function showCodes(
  make: () => Promise<readonly string[]>,
  { isNew }: Pick<ShownCodes, 'isNew'>,
): Promise<void> {
  await ask(async () => ({ codes: await make(), isNew, isSaved: false }))
}

export function markCodesSaved(): void {
  const shown = useStore.getState()
  if (shown) set({ ...shown, isSaved: true })
}

export function putCodesAside(): void {
  set(null)
}

// Only while there is something to lose: a page that may ask cannot be kept for the way back.
useStore.subscribe((shown) => {
  if (shown && !shown.isSaved) addEventListener('beforeunload', askFirst)
  else removeEventListener('beforeunload', askFirst)
})

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
