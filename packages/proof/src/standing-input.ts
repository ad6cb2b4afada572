/** What the checks of a certificate's standing need, and what they find. */
import type { BlockSource } from './block-source.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedRecord } from './policy.ts'
import type { Sentence } from './sentence.ts'
import type { RecordState } from './state.ts'
import type { TileReader } from './tile.ts'

/** What was found out about the standing of a certificate. */
export type Standing =
  | { kind: 'ended'; by: 'revoked' | 'replaced' }
  | {
      kind: 'not ended'
      /** In seconds since 1970: the certificate was not revoked or replaced until then. */
      asOf: bigint
      /** What shows the time. */
      source: 'blockchain' | 'witnesses' | 'proof file'
      /** False when the record has a newer state that could not be checked. */
      isNewest: boolean
    }
  | { kind: 'unknown'; reason: string; sentence: Sentence }

/** A standing that could not be determined, with the reason as a code and for people. */
export function unknownStanding(reason: string, sentence: Sentence): Standing {
  return { kind: 'unknown', reason, sentence }
}

/** Everything the check of the standing needs. */
export type StandingInput = {
  parsed: ParsedProof
  /** The states in the proof file, the newest first. */
  states: readonly RecordState[]
  /** The record the user trusts; undefined if the proof's record is not trusted. */
  record: TrustedRecord | undefined
  blocks: BlockSource
  /** Reads the record's current files; undefined when the record is not queried. */
  read: TileReader | undefined
  now: Date
  /** 24 hours by default. */
  maxAgeMs?: number | undefined
  /** Whether every entry after the certificate is read. */
  fullScan?: boolean | undefined
}

/** The input of checks that ask a trusted record. */
export type RecordInput = StandingInput & { record: TrustedRecord }
