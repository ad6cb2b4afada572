/**
 * Unsaved values of the settings forms. They are stored when the session ends and restored only for the same user.
 * They are stored only in memory and never include passwords.
 */
import { useSession } from '@inkproof/slice'

type Draft = { userId: string | undefined; values: Readonly<Record<string, string>> }

const drafts = new Map<string, Draft>()

/**
 * Creates a callback ref for a form. Restores the values stored under this name when the form is mounted, and stores
 * the changed values when the form is unmounted because the session has ended.
 */
export function createDraftRef(name: string): (form: HTMLFormElement) => () => void {
  return (form) => {
    const userId = useSession.getState().user?.id
    restore(form, name, userId)
    return () => {
      if ('hasEnded' in useSession.getState())
        drafts.set(name, { userId, values: getChangedValues(form) })
    }
  }
}

function restore(form: HTMLFormElement, name: string, userId: string | undefined): void {
  const draft = drafts.get(name)
  if (draft === undefined || draft.userId !== userId) return
  drafts.delete(name)
  for (const input of getTextInputs(form)) input.value = draft.values[input.name] ?? input.value
}

function getChangedValues(form: HTMLFormElement): Record<string, string> {
  const changed = getTextInputs(form).filter(({ value, defaultValue }) => value !== defaultValue)
  return Object.fromEntries(changed.map(({ name, value }) => [name, value]))
}

function getTextInputs(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && ['text', 'email'].includes(element.type),
  )
}

useSession.subscribe((session) => {
  if (session.status === 'signed-out' && !('hasEnded' in session)) drafts.clear()
  for (const [name, { userId }] of drafts)
    if (session.user !== null && session.user.id !== userId) drafts.delete(name)
})
