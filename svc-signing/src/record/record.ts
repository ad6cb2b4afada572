/** The public record, which svc-documents keeps. */
import type { Opening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import type { Certificate, OpeningJson } from '@inkproof/protocol/certificates'
import {
  appendSteps,
  certifyForAccount,
  describeRecord,
  MAX_STEPS_PER_CALL,
  proveStep,
} from '@inkproof/protocol/internal'
import type { ServiceClient } from '@inkproof/service-kit/service-client'
import type { z } from 'zod'

/** Name of the record, and the ID of the chain that anchors it. */
export type RecordDescription = z.core.output<typeof describeRecord.response>

/** Every function throws AppError UNAVAILABLE while svc-documents is unreachable, and if it refuses the call. */
export type PublicRecord = {
  /**
   * Adds steps and returns the index of each, in this order; the entries are durable then. The same opening always gets
   * the same index, so a call can be repeated.
   */
  append(openings: readonly Opening[]): Promise<number[]>
  /** Returns the text of a step's proof file; null while no signed state of the record covers the step. */
  prove(opening: Opening): Promise<z.core.output<typeof proveStep.response>>
  describe(): Promise<RecordDescription>
  /** Certifies a document for an account. Repeating the call returns the same certificate. */
  certify(input: z.core.input<typeof certifyForAccount.body>): Promise<Certificate>
}

const DOCUMENTS = 'svc-documents'

/** Less than the largest body of an internal call, 256 KiB. */
const MAX_BODY_LENGTH = 200_000

export function createPublicRecord(services: ServiceClient): PublicRecord {
  let description: RecordDescription | undefined
  return {
    append: async (openings) => {
      const indexes: number[] = []
      for (const batch of inBatches(openings.map(toJson)))
        indexes.push(...(await services.call(DOCUMENTS, appendSteps, { openings: batch })).indexes)
      return indexes
    },
    prove: (opening) => services.call(DOCUMENTS, proveStep, { opening: toJson(opening) }),
    describe: async () => {
      description ??= await services.call(DOCUMENTS, describeRecord, {})
      return description
    },
    certify: async (input) => {
      const { certificate } = await services.call(DOCUMENTS, certifyForAccount, input)
      return certificate
    },
  }
}

/** All claims of a step are disclosed. */
function toJson(opening: Opening): OpeningJson {
  return openingToJson(opening) as OpeningJson
}

/** Splits the openings so that each part fits into one call. */
function inBatches(openings: readonly OpeningJson[]): OpeningJson[][] {
  const batches: OpeningJson[][] = []
  let length = 0
  for (const opening of openings) {
    const ownLength = Buffer.byteLength(JSON.stringify(opening))
    const batch = batches.at(-1)
    if (batch && batch.length < MAX_STEPS_PER_CALL && length + ownLength <= MAX_BODY_LENGTH) {
      batch.push(opening)
      length += ownLength
    } else {
      batches.push([opening])
      length = ownLength
    }
  }
  return batches
}
