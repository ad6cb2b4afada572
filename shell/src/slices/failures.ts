import { create } from 'zustand'

/** Why each slice could not be loaded when it was last visited; null if it was loaded. */
export const useFailures = create<Record<string, unknown>>()(() => ({}))

/** Stores a slice's failure; null means that it has loaded. */
export function recordFailure(sliceId: string, error: unknown): void {
  useFailures.setState({ [sliceId]: error })
}
