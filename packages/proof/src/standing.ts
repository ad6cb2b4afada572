/**
 * Answers the second question of a verification: has the certificate been revoked or replaced, and as of when is that
 * known? The answer is only as current as the state of the record that it is based on.
 */
import { type Finding, failed, notChecked, passed } from './finding.ts'
import { isoTime } from './iso-time.ts'
import { must, ProofError } from './proof-error.ts'
import { makeSentence } from './sentence.ts'
import { standingFromChain } from './standing-chain.ts'
import { type Standing, type StandingInput, unknownStanding } from './standing-input.ts'
import { standingFromWitnesses } from './standing-witnesses.ts'
import { isEnded, type RecordState } from './state.ts'
import { evaluateWitnesses } from './witness-quorum.ts'

/** An answer older than this is outdated, unless the user chooses another limit. */
const DEFAULT_MAX_AGE_MS = 24 * 60 * 60 * 1000

/** Future times up to this are accepted, because clocks differ. */
const CLOCK_TOLERANCE_MS = 10 * 60 * 1000

/** The finding of the check and, if the certificate has not ended, as of when, in ISO 8601. */
export type StandingFinding = { finding: Finding; asOf?: string | undefined }

/** Determines the standing from the proof, the user's node and the record, and compares its age with the limit. */
export async function checkStanding(input: StandingInput): Promise<StandingFinding> {
  const ended = findEndInProof(input.states)
  if (ended) return toFinding(input, { kind: 'ended', by: ended })
  const queried = await queryStanding(input)
  if (queried?.kind === 'ended' || queried?.kind === 'not ended') return toFinding(input, queried)
  const inProof = standingFromProof(input)
  // A node or a record that could not answer leaves the proof's own status, which may be outdated.
  const isBest = inProof.kind === 'not ended' || queried === undefined
  return toFinding(input, isBest ? withoutNewest(inProof, queried) : queried)
}

/** Returns how the certificate ended, if the proof itself shows it. */
export function findEndInProof(states: readonly RecordState[]): 'revoked' | 'replaced' | undefined {
  return states.map(({ standing }) => standing).find(isEnded)
}

/** Asks the node and the record; undefined when the user chose neither. */
async function queryStanding(input: StandingInput): Promise<Standing | undefined> {
  const { blocks, record, read, fullScan } = input
  if (!record) return undefined
  try {
    must(read || !fullScan, 'NO_RECORD', 'The address of the record is missing.')
    if (blocks.kind === 'node')
      return await standingFromChain({ ...input, record, node: blocks.node })
    if (read) return await standingFromWitnesses({ ...input, record, read })
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return unknownStanding(
      error instanceof ProofError ? error.code : 'RECORD_UNREACHABLE',
      makeSentence('The record’s newest state could not be checked: {reason}', {
        reason,
      }),
    )
  }
}

/** The standing as of the newest state in the proof file whose time is confirmed. */
function standingFromProof(input: StandingInput): Standing {
  const { states } = input
  const standings = states.map(({ standing }) => standing)
  for (const state of states) {
    const asOf = state.standing === 'clear' ? readConfirmedTime(input, state) : undefined
    if (asOf !== undefined) return { kind: 'not ended', asOf, source: 'proof file', isNewest: true }
  }
  if (standings.includes('clear')) {
    return unknownStanding(
      'TIME_NOT_CONFIRMED',
      makeSentence('The time of the revocation status in the proof is not confirmed.'),
    )
  }
  return standings.includes('old status')
    ? unknownStanding(
        'STATUS_NOT_FRESH',
        makeSentence('The revocation status in the proof does not cover the newest entries.'),
      )
    : unknownStanding('NO_STATUS', makeSentence('The proof file has no revocation status.'))
}

/** The time of a state that does not depend on the proof's word: a confirmed block, or a quorum of witnesses. */
function readConfirmedTime(
  { record, now, parsed }: StandingInput,
  { confirmedTime, note }: RecordState,
): bigint | undefined {
  if (confirmedTime !== undefined) return confirmedTime
  if (!record?.witnesses) return undefined
  const { asOf } = evaluateWitnesses(note, record.witnesses, now, parsed.verifySignature)
  return asOf && BigInt(Math.floor(asOf.getTime() / 1000))
}

/** After a failed query, the answer from the proof is not known to be the newest. */
function withoutNewest(standing: Standing, queried: Standing | undefined): Standing {
  return standing.kind === 'not ended' && queried ? { ...standing, isNewest: false } : standing
}

function toFinding(
  { now, maxAgeMs = DEFAULT_MAX_AGE_MS }: StandingInput,
  standing: Standing,
): StandingFinding {
  if (standing.kind === 'unknown') {
    return { finding: notChecked(standing.reason, standing.sentence) }
  }
  if (standing.kind === 'ended') return { finding: endedFinding(standing.by) }
  const asOf = isoTime(standing.asOf)
  const values = { 'not revoked as of': asOf, source: standing.source }
  const ageMs = now.getTime() - Number(standing.asOf) * 1000
  if (ageMs < -CLOCK_TOLERANCE_MS) {
    const sentence = makeSentence('The time {time} is in the future. Check this device’s clock.', {
      time: asOf,
    })
    return { finding: notChecked('TIME_IN_FUTURE', sentence, values) }
  }
  if (standing.isNewest && ageMs <= maxAgeMs) return { finding: passed(values), asOf }
  const sentence = makeSentence('Whether it was revoked after {time} could not be checked.', {
    time: asOf,
  })
  return { finding: notChecked('STANDING_OUTDATED', sentence, values), asOf }
}

function endedFinding(by: 'revoked' | 'replaced'): Finding {
  return by === 'revoked'
    ? failed('REVOKED', makeSentence('The certificate was revoked.'))
    : failed('REPLACED', makeSentence('The certificate was replaced by a newer one.'))
}
