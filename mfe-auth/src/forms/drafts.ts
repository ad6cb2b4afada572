/**
 * Values typed in the settings when the session ended. The page restores them for the same user only. They are kept
 * only in memory, without passwords.
 */
import { useSession } from '@inkproof/slice'

type Draft = { userId: string | undefined; values: Readonly<Record<string, string>> }

const drafts = new Map<string, Draft>()

/**
 * A `ref` for the form element: restores the values stored under this name, and stores them when the session ends.
 */
export function keepDraft(name: string): (form: HTMLFormElement) => () => void {
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
