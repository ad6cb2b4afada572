/** A valid and an invalid input of a call. */
import type { CallGroup, CallInput } from '@inkproof/protocol/call'
import type { ErrorCode } from '@inkproof/protocol/errors'
import type { CallRequest, Sender } from './request.ts'
import type { World } from './world.ts'

/** The call refuses `invalid` with `code`. */
export type Sample<Input = CallRequest> = {
  valid: (world: World) => (Input & Sender) | Promise<Input & Sender>
  invalid: (world: World) => CallRequest | Promise<CallRequest>
  code: ErrorCode
}

/** The calls of a group with their samples. */
export type SampledGroup = { calls: CallGroup; samples: Readonly<Record<string, Sample>> }

/** Assigns a sample to each call of a group. A missing sample is a type error. */
export function samplesOf<const Group extends CallGroup>(
  calls: Group,
  samples: { [Name in keyof Group]: Sample<CallInput<Group[Name]>> },
): SampledGroup {
  return { calls, samples: samples as unknown as SampledGroup['samples'] }
}

/** For public calls without input. */
export const withoutInput = {
  valid: () => ({}),
  invalid: () => ({ headers: { accept: 'font/woff2' } }),
  code: 'NOT_ACCEPTABLE',
} as const satisfies Sample

/** For calls without input that require a session. */
export const withSession = {
  valid: () => ({}),
  invalid: () => ({ as: null }),
  code: 'SIGN_IN_REQUIRED',
} as const satisfies Sample
