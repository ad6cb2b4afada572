import { inputFromAnchor } from '@inkproof/proof/build'
import { equal, fromHex } from '@inkproof/proof/bytes'
import { formatVkey } from '@inkproof/proof/note'
import type { TrustedRecord } from '@inkproof/proof/policy'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { type Verification, verify } from '@inkproof/proof/verify'
import { buildWithRotations } from './build-with-rotations.ts'
import { blockSource } from './chain-node.ts'
import { getFirstAnchor, getOwnRecord, readOwnRecord } from './installation.api.ts'
import { renewProof } from './renew-proof.ts'
import { policyFor, recordOpener } from './trust-policy.ts'
import type { VerifyOptions } from './verify-options.store.ts'

/** The result of verifying one proof file. */
export type CheckedProof = {
  verification: Verification
  /** The proof file's text, with what was missing and could be added: its anchor, or a state that witnesses confirm. */
  proofText: string
  /** Whether something was added. */
  isCompleted: boolean
  /** Whether the certificate is in this installation's record. */
  isOwnRecord: boolean
}

/** `fingerprint` is null if there is only a proof file. */
export type ProofInput = { fingerprint: string | null; proofText: string }

const HOUR_MS = 60 * 60 * 1000

/**
 * Verifies a proof file with this installation's record, the records that the user trusts, and the user's node. A proof
 * file of this installation's record that was saved before its entry was anchored is first completed with the anchor. One
 * that was saved before enough witnesses had confirmed it is completed with the newest state of its record.
 */
export async function checkProof(input: ProofInput, options: VerifyOptions): Promise<CheckedProof> {
  const own = await getOwnRecord().catch((error: unknown) => ({ error }))
  const record = 'error' in own ? null : own
  const anchored = record && (await completeProof(input.proofText, record).catch(() => null))
  const checked = await verifyOrRenew(
    { ...input, proofText: anchored ?? input.proofText },
    options,
    record,
  )
  const { verification, proofText } = checked
  // Without its own policy, the page cannot tell a foreign record from its own.
  if ('error' in own && verification.verdict.code === 'foreign-record') throw own.error
  const isOwnRecord = record !== null && verification.facts?.origin === record.origin
  return { verification, proofText, isCompleted: proofText !== input.proofText, isOwnRecord }
}

type Verified = Pick<CheckedProof, 'verification' | 'proofText'>

async function verifyOrRenew(
  input: ProofInput,
  options: VerifyOptions,
  own: TrustedRecord | null,
): Promise<Verified> {
  const verification = await verifyProof(input, options, own)
  const first = { verification, proofText: input.proofText }
  if (!lacksWitnesses(verification)) return first
  const proofText = await renewProof(input.proofText, options)
  if (proofText === input.proofText) return first
  const again = await verifyProof({ ...input, proofText }, options, own)
  return lacksWitnesses(again) ? first : { verification: again, proofText }
}

function lacksWitnesses({ verdict }: Verification): boolean {
  return verdict.code === 'too-few-witnesses'
}

function verifyProof(
  { fingerprint, proofText }: ProofInput,
  options: VerifyOptions,
  own: TrustedRecord | null,
): Promise<Verification> {
  return verify({
    fingerprint: fingerprint === null ? null : fromHex(fingerprint),
    proofFile: proofText,
    policy: policyFor(options.trusted, own),
    blocks: blockSource(options.node),
    openRecord: recordOpener(own),
    existenceOnly: options.existenceOnly,
    maxAgeMs: options.maxAgeHours * HOUR_MS,
  })
}

/** Adds the first anchor that covers the entry. Returns null if the proof has an anchor, or is of another record. */
export async function completeProof(proofText: string, own: TrustedRecord): Promise<string | null> {
  const { chain, opening, index, logKey, rotations } = parseProofFile(proofText)
  const key = own.keys.find((trusted) => equal(trusted.key.publicKey, logKey))?.key
  if (chain || !key) return null
  const anchor = await getFirstAnchor(index)
  if (index >= anchor.size) return null
  const input = { read: readOwnRecord, opening, index, rotations, logKey: formatVkey(key) }
  return await buildWithRotations({ ...input, ...inputFromAnchor(anchor) })
}
