import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import type { AppError } from '@inkproof/service-kit/app-error'
import { expect } from '@jest/globals'
import type { EnvelopeRow } from '../envelopes.model.ts'
import { startRequest } from '../start-request.ts'
import { type EnvelopeSystem, JANE } from './envelope-system.ts'
import { FOUR } from './recipients.ts'

/**
 * Starts a draft like {@link FOUR} with a change. Returns the code of the error and the path of its first issue. A refused
 * start does not change the draft, so one serves for many refusals.
 */
export async function refusalOf(
  system: EnvelopeSystem,
  draft: EnvelopeRow,
  change: Partial<StartEnvelopeRequest>,
): Promise<(string | undefined)[]> {
  const found = await startRequest(system.deps, JANE, draft, { ...FOUR, ...change }).then(
    () => ['accepted'],
    ({ code, details }: AppError) => [code, details.issues?.[0]?.path],
  )
  expect(await system.read(draft._id)).toEqual(draft)
  return found
}
