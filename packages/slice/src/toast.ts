import { create } from 'zustand'

/** Specification, section 9. */
const VISIBLE_LIMIT = 1
const REMOVE_DELAY_MS = 1_000_000

/** Content of a toast. `description` is one sentence. */
export type ToastContent = {
  title: string
  description?: string
  variant?: 'default' | 'success' | 'error'
  /** Milliseconds until it is hidden; 5000 by default. */
  durationMs?: number
  /** An optional action button. */
  action?: { label: string; run: () => void }
}

/** A toast on screen, or one that was just dismissed and is closing (`open` is false). */
export type Toast = ToastContent & { id: string; open: boolean }

/** A handle to update or dismiss a toast. */
export type ToastHandle = {
  id: string
  update: (content: ToastContent) => void
  dismiss: () => void
}

/** The toasts, newest first. */
export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }))

const removals = new Map<string, ReturnType<typeof setTimeout>>()
let toastCount = 0

/** Shows a toast, replacing the visible one. */
export function toast(content: ToastContent): ToastHandle {
  toastCount += 1
  const id = `toast-${toastCount}`
  updateToasts((toasts) => [{ ...content, id, open: true }, ...toasts].slice(0, VISIBLE_LIMIT))
  return {
    id,
    update: (next) => updateToast(id, next),
    dismiss: () => dismissToast(id),
  }
}

/** Changes the given fields of a toast; does nothing once the toast has been removed. */
export function updateToast(id: string, content: ToastContent): void {
  updateToasts((toasts) =>
    toasts.map((current) => (current.id === id ? { ...current, ...content } : current)),
  )
}

/** Dismisses one toast, or all. A dismissed toast is removed after 1,000,000 ms. */
export function dismissToast(id?: string): void {
  const closing = useToasts
    .getState()
    .toasts.filter((current) => id === undefined || current.id === id)
  for (const current of closing) removeLater(current.id)
  const ids = new Set(closing.map((current) => current.id))
  updateToasts((toasts) =>
    toasts.map((current) => (ids.has(current.id) ? { ...current, open: false } : current)),
  )
}

function removeLater(id: string): void {
  if (removals.has(id)) return
  const timer = setTimeout(() => {
    removals.delete(id)
    updateToasts((toasts) => toasts.filter((current) => current.id !== id))
  }, REMOVE_DELAY_MS)
  removals.set(id, timer)
}

function updateToasts(update: (toasts: Toast[]) => Toast[]): void {
  useToasts.setState(({ toasts }) => ({ toasts: update(toasts) }))
}
