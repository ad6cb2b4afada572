/**
 * The standing without a blockchain node: as of the time at which a quorum of witnesses had seen the record's newest
 * anchored state and none that is larger.
 */
import { parseAnchorFile } from './anchor-file.ts'
import { fromUtf8 } from './bytes.ts'
import { findEnding } from './newer-entries.ts'
import { makeSentence } from './sentence.ts'
import { type RecordInput, type Standing, unknownStanding } from './standing-input.ts'
import { stateFromAnchor } from './state.ts'
import type { TileReader } from './tile.ts'
import { evaluateWitnesses } from './witness-quorum.ts'

type Input = RecordInput & { read: TileReader }

/** @throws ProofError or an error of the record when the standing cannot be determined */
export async function standingFromWitnesses(input: Input): Promise<Standing> {
  const { parsed, record, read, now } = input
  const anchor = parseAnchorFile(fromUtf8(await read('anchor/latest')))
  const state = await stateFromAnchor(read, anchor, parsed, record)
  const by = await findEnding(state, input)
  if (by) return { kind: 'ended', by }
  const asOf = record.witnesses
    ? evaluateWitnesses(state.note, record.witnesses, now, parsed.verifySignature).asOf
    : undefined
  if (state.standing !== 'clear' || asOf === undefined) {
    return unknownStanding(
      'NO_QUORUM',
      makeSentence(
        'Without a blockchain node, only witnesses can show that this is the record’s newest state.',
      ),
    )
  }
  const seconds = BigInt(Math.floor(asOf.getTime() / 1000))
  return { kind: 'not ended', asOf: seconds, source: 'witnesses', isNewest: true }
}
