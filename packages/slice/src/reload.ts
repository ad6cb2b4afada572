/** Saves user input before a reload. */
export type SaveDraft = () => void | Promise<void>

const SAVE_TIMEOUT_MS = 3000
const savers = new Set<SaveDraft>()

/**
 * Registers a function to run before the page reloads itself. Returns a function that unregisters
 * it.
 */
export function beforeReload(save: SaveDraft): () => void {
  savers.add(save)
  return () => {
    savers.delete(save)
  }
}

/**
 * Runs every saver, for at most 3 s, and reloads the page; a failing saver does not block the
 * others.
 */
export async function reloadPage(reload: () => void = () => location.reload()): Promise<void> {
  const saved = Promise.allSettled([...savers].map(async (save) => save()))
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, SAVE_TIMEOUT_MS)
  })
  await Promise.race([saved, timeout])
  clearTimeout(timer)
  reload()
}
