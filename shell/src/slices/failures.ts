import { create } from 'zustand'

/** Why a slice could not be loaded when its address was last visited. */
export const useFailures = create<Record<string, unknown>>()(() => ({}))

/** Notes a slice's failure, or with null that it has come. */
export function noteFailure(sliceId: string, error: unknown): void {
  useFailures.setState({ [sliceId]: error })
}
