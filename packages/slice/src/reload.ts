/** Saves what was typed or dropped, so that a reload loses nothing. */
export type SaveDraft = () => void | Promise<void>

const SAVE_DEADLINE_MS = 3000
const savers = new Set<SaveDraft>()

/** Registers what has to be saved before the page reloads itself. Returns the way to take it back. */
export function beforeReload(save: SaveDraft): () => void {
  savers.add(save)
  return () => {
    savers.delete(save)
  }
}

/** Runs every saver, for 3 s at most, and reloads; one that fails does not hold the others up. */
export async function reloadPage(reload: () => void = () => location.reload()): Promise<void> {
  const saved = Promise.allSettled([...savers].map(async (save) => save()))
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, SAVE_DEADLINE_MS)
  })
  await Promise.race([saved, deadline])
  clearTimeout(timer)
  reload()
}
