/** Checks whether the certificate was revoked or replaced, according to the record or a statement of the issuer. */
import { type BlockSource, checkBlock } from './block-source.ts'
import type { AnchoredBlock } from './chain.ts'
import { type Finding, failed, notChecked } from './finding.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedRecord } from './policy.ts'
import { ProofError } from './proof-error.ts'
import { makeSentence } from './sentence.ts'
import { checkStanding, findEndInProof, type StandingFinding } from './standing.ts'
import { type RecordState, statesOfProof } from './state.ts'
import type { TileReader } from './tile.ts'

/** What the user chose for this check. */
export type RevocationOptions = {
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
  blocks: BlockSource
  now: Date
  parsed: ParsedProof
  block: AnchoredBlock | undefined
  /** The record, if the user trusts it with the chain of the proof. */
  record: TrustedRecord | undefined
}

/** The finding, and the issuer's revocation if only that shows that the certificate was revoked. */
type RevocationFinding = StandingFinding & { unrecordedRevocation?: Revocation }

/**
 * Checks whether the certificate has been revoked or replaced, and as of when that is known. An invalid state in the proof
 * file is a failed finding; rejects only for errors other than ProofError.
 */
export async function checkRevocation(context: Context): Promise<RevocationFinding> {
  const { parsed, record, block, openRecord, issuerRevocation } = context
  try {
    const states = statesOfProof(parsed, block)
    if (context.existenceOnly) return { finding: notRequested(findEndInProof(states)) }
    await confirmTimes(context, states)
    const read = record && openRecord?.(record)
    const standing = await checkStanding({ ...context, states, read })
    const isEnded = standing.finding.outcome === 'failed'
    if (!issuerRevocation || isEnded) return standing
    return { finding: UNRECORDED, unrecordedRevocation: issuerRevocation }
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

const UNRECORDED = failed(
  'REVOKED_UNRECORDED',
  makeSentence('The issuer signed a revocation that the record does not contain.'),
)

function notRequested(end: 'revoked' | 'replaced' | undefined): Finding {
  const sentence = end
    ? makeSentence('The certificate was revoked or replaced later.')
    : makeSentence('Revocation was not checked.')
  return notChecked('NOT_REQUESTED', sentence)
}
