/** The chain of a request's steps. The leaf hash of a step follows from its opening alone, so no step waits for the record. */
import { fromBase64Url, fromHex, toBase64Url } from '@inkproof/proof/bytes'
import type { Opening } from '@inkproof/proof/leaf'
import { decodeOpening, encodeOpening } from '@inkproof/proof/opening'
import { makeStep, readStep, type StepClaims, type StepType } from '@inkproof/signing/step'
import type { EnvelopeRow, StepRow } from './envelopes.model.ts'

/** A step to append. `firstIndex`: for steps that end the request without completing it. */
export type NewStep<Type extends StepType> = {
  type: Type
  claims: StepClaims<Type>
  firstIndex?: number
}

/**
 * Returns the steps with one more. Its time is never before that of the step before, even if the clocks of two instances
 * differ.
 *
 * @param digest of the envelope, hex
 */
export function appendStep<Type extends StepType>(
  steps: readonly StepRow[],
  digest: string,
  { claims, firstIndex, type }: NewStep<Type>,
  now: Date,
): StepRow[] {
  const last = steps.at(-1)
  const opening = makeStep({
    type,
    envelope: fromHex(digest),
    time: last && last.at > now ? last.at : now,
    claims,
    ...(last && { after: { sequence: steps.length - 1, leaf: last.leaf } }),
    ...(firstIndex !== undefined && { firstIndex: BigInt(firstIndex) }),
  })
  const { leaf, time, claims: read } = readStep(opening)
  const step = {
    type,
    at: time,
    recipient: read['recipient'] ?? null,
    leaf,
    opening: toBase64Url(encodeOpening(opening)),
    index: null,
  }
  return [...steps, step]
}

export function openingOf({ opening }: StepRow): Opening {
  return decodeOpening(fromBase64Url(opening))
}

/** The steps that have no entry in the public record yet. */
export function unrecordedSteps({ steps }: Pick<EnvelopeRow, 'steps'>): StepRow[] {
  return steps.filter(({ index }) => index === null)
}
