/** Checks whether the certificate was revoked or replaced, according to the record or a statement of the issuer. */
import { type BlockSource, checkBlock } from './block-source.ts'
import type { AnchoredBlock } from './chain.ts'
import { failed, notChecked } from './finding.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedRecord } from './policy.ts'
import { ProofError } from './proof-error.ts'
import { makeSentence } from './sentence.ts'
import {
  checkStanding,
  DEFAULT_MAX_AGE_MS,
  findEndInProof,
  type StandingFinding,
} from './standing.ts'
import { type RecordState, statesOfProof } from './state.ts'
import type { TileReader } from './tile.ts'

/** What the user chose for this check. */
export type RevocationOptions = {
  blocks: BlockSource
  /**
   * Returns a reader of the current files of a record that the policy trusts; undefined when the record must not be
   * queried, or its address is unknown.
   */
  openRecord?: ((record: TrustedRecord) => TileReader | undefined) | undefined
  /** True to ask only whether the file existed, and not whether the certificate was revoked since. */
  existenceOnly?: boolean | undefined
  /**
   * True to read every entry of the record after the certificate, so that the operator's status need not be believed.
   * Without access to the record, the answer is then incomplete.
   */
  fullScan?: boolean | undefined
  /** Maximum age of the standing in milliseconds; 24 hours by default. */
  maxAgeMs?: number | undefined
  /** A revocation of this certificate that its issuer signed, verified by `verifyIssuerRevocation`. */
  issuerRevocation?: Revocation | undefined
}

/** When and why a certificate was revoked, by the issuer's own statement. */
export type Revocation = { revokedAt: Date; reason: string }

type Context = RevocationOptions & {
  now: Date
  parsed: ParsedProof
  block: AnchoredBlock | undefined
  /** The record, if the user trusts it with the chain of the proof. */
  record: TrustedRecord | undefined
}

/** An invalid state in the proof file fails the check. */
export async function checkRevocation(context: Context): Promise<StandingFinding> {
  const { parsed, record, blocks, block, now, openRecord, maxAgeMs } = context
  try {
    const states = statesOfProof(parsed, block)
    if (context.existenceOnly)
      return { finding: notRequested(findEndInProof(states) !== undefined) }
    await confirmTimes(context, states)
    const read = record && openRecord?.(record)
    const standing = await checkStanding({
      parsed,
      states,
      record,
      blocks,
      read,
      now,
      maxAgeMs: maxAgeMs ?? DEFAULT_MAX_AGE_MS,
      fullScan: context.fullScan ?? false,
    })
    const isEnded = standing.finding.outcome === 'failed'
    return context.issuerRevocation && !isEnded ? { finding: UNRECORDED } : standing
  } catch (error) {
    if (error instanceof ProofError) return { finding: failed(error.code, error.sentence) }
    throw error
  }
}

/** Sets the time of each state whose block is confirmed to be on the chain. */
async function confirmTimes({ blocks, parsed }: Context, states: RecordState[]): Promise<void> {
  const { chain } = parsed.file
  for (const state of states) {
    if (!chain || !state.block) continue
    const { outcome } = await checkBlock(blocks, chain, state.block)
    if (outcome === 'passed') state.confirmedTime = state.block.time
  }
}

/** The reason for a revocation that only the issuer's statement shows. */
export const NOT_RECORDED = 'REVOKED_UNRECORDED'
const UNRECORDED = failed(
  NOT_RECORDED,
  makeSentence('The issuer signed a revocation that the record does not contain.'),
)

function notRequested(isEnded: boolean) {
  return isEnded
    ? notChecked('NOT_REQUESTED', makeSentence('The certificate was revoked or replaced later.'))
    : notChecked('NOT_REQUESTED', makeSentence('Revocation was not checked.'))
}
