/**
 * The standing without a blockchain node: as of the time at which a quorum of witnesses had seen the record's newest
 * anchored state and none that is larger.
 */
import { parseAnchorFile } from './anchor-file.ts'
import { fromUtf8 } from './bytes.ts'
import { findNewerEnding } from './newer-entries.ts'
import type { TrustedRecord } from './policy.ts'
import { makeSentence } from './sentence.ts'
import type { Standing, StandingInput } from './standing-input.ts'
import { isEnded, stateFromAnchor } from './state.ts'
import type { TileReader } from './tile.ts'
import { evaluateWitnesses } from './witness-quorum.ts'

type Input = Omit<StandingInput, 'record' | 'read'> & { record: TrustedRecord; read: TileReader }

/** @throws ProofError or an error of the record when the standing cannot be determined */
export async function standingFromWitnesses(input: Input): Promise<Standing> {
  const { parsed, record, read, now } = input
  const anchor = parseAnchorFile(fromUtf8(await read('anchor/latest')))
  const state = await stateFromAnchor(read, anchor, parsed, record)
  const { standing } = state
  if (isEnded(standing)) return { kind: 'ended', by: standing }
  const newer = await findNewerEnding(read, state, parsed, record, input.fullScan)
  if (newer) return { kind: 'ended', by: newer }
  const asOf = record.witnesses
    ? evaluateWitnesses(state.note, record.witnesses, now, parsed.verifySignature).asOf
    : undefined
  if (standing !== 'clear' || asOf === undefined) {
    return {
      kind: 'unknown',
      reason: 'NO_QUORUM',
      sentence: makeSentence(
        'Without a blockchain node, only witnesses can show that this is the record’s newest state.',
      ),
    }
  }
  const seconds = BigInt(Math.floor(asOf.getTime() / 1000))
  return { kind: 'not ended', asOf: seconds, source: 'witnesses', isNewest: true }
}
