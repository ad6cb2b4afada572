import { create } from 'zustand'

/** Why a slice could not be loaded when its address was last visited. */
export const useFailures = create<Record<string, unknown>>()(() => ({}))

/** Stores a slice's failure, or with null that it has loaded. */
export function recordFailure(sliceId: string, error: unknown): void {
  useFailures.setState({ [sliceId]: error })
}
