/** An input that a call takes, and one that it refuses. */
import type { CallGroup, CallInput } from '@inkproof/protocol/call'
import type { ErrorCode } from '@inkproof/protocol/errors'
import type { CallRequest, Sender } from './request.ts'
import type { World } from './world.ts'

/** `invalid` is refused with `code`. */
export type Sample<Input = CallRequest> = {
  valid: (world: World) => (Input & Sender) | Promise<Input & Sender>
  invalid: (world: World) => CallRequest | Promise<CallRequest>
  code: ErrorCode
}

/** The calls of a group with their samples. */
export type SampledGroup = { calls: CallGroup; samples: Readonly<Record<string, Sample>> }

/** Gives each call of a group its sample. A call without one does not compile. */
export function samplesOf<const Group extends CallGroup>(
  calls: Group,
  samples: { [Name in keyof Group]: Sample<CallInput<Group[Name]>> },
): SampledGroup {
  return { calls, samples: samples as unknown as SampledGroup['samples'] }
}

/** For calls that anyone may make and that have no input. */
export const withoutInput = {
  valid: () => ({}),
  invalid: () => ({ headers: { accept: 'font/woff2' } }),
  code: 'NOT_ACCEPTABLE',
} as const satisfies Sample

/** For calls of a signed-in person that have no input: they are refused without a session. */
export const withSession = {
  valid: () => ({}),
  invalid: () => ({ as: null }),
  code: 'SIGN_IN_REQUIRED',
} as const satisfies Sample
