import { useSession } from '@inkproof/slice'
import { create, type StoreApi, type UseBoundStore } from 'zustand'

/** A store made by {@link personalStore}, and the two ways to change it. */
export type PersonalStore<State> = {
  /** For reading. */
  useStore: UseBoundStore<StoreApi<State>>
  /** Holds this from now on; answers that are still on their way are older and dropped. */
  set: (state: State) => void
  /** Holds what the question is answered with, unless something newer was asked or set. Says whether it does. */
  ask: (question: () => Promise<State>) => Promise<boolean>
}

/**
 * A store of what belongs to the signed-in person. It is as at its start as soon as somebody else is here, or
 * nobody: nobody sees for a moment what belongs to the person before them.
 */
export function personalStore<State>(start: State): PersonalStore<State> {
  const useStore = create<State>()(() => start)
  /** Counts questions and answers: a late answer never overwrites a newer one. */
  let latest = 0

  function set(state: State) {
    latest += 1
    useStore.setState(state, true)
  }

  async function ask(question: () => Promise<State>) {
    latest += 1
    const asked = latest
    const state = await question()
    if (asked !== latest) return false
    useStore.setState(state, true)
    return true
  }

  useSession.subscribe((session, before) => {
    if (session.user?.id !== before.user?.id) set(start)
  })
  return { useStore, set, ask }
}
