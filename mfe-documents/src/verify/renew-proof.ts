import { equal } from '@inkproof/proof/bytes'
import { formatVkey } from '@inkproof/proof/note'
import type { TrustedRecord } from '@inkproof/proof/policy'
import { formatProofFile, type ProofFile, parseProofFile } from '@inkproof/proof/proof-file'
import { buildWithRotations } from './build-with-rotations.ts'
import { getOwnRecord, readAnchor } from './installation.api.ts'
import { policyFor, recordOpener } from './trust-policy.ts'
import type { VerifyOptions } from './verify-options.store.ts'

/**
 * Returns the proof file with the newest anchored state of its record, which shows that the certificate was not revoked
 * until then. The first anchor, which proves the time, stays. Returns the text unchanged if the record is not trusted,
 * has no newer state or cannot be read.
 */
export async function renewProof(
  proofText: string,
  { trusted }: Pick<VerifyOptions, 'trusted'>,
): Promise<string> {
  try {
    return await addNewestState(proofText, trusted)
  } catch {
    return proofText
  }
}

async function addNewestState(
  proofText: string,
  trusted: VerifyOptions['trusted'],
): Promise<string> {
  const own = await getOwnRecord().catch(() => null)
  const policy = policyFor(trusted, own)
  const file = parseProofFile(proofText)
  const found = policy === 'none' ? undefined : findByKey(policy.records, file)
  const read = found && recordOpener(own)(found.record)
  if (!found || !read || !file.chain) return proofText
  const { index, opening, checkpoint } = file
  const newest = await readAnchor(read, 'latest')
  const logKey = formatVkey(found.key)
  const input = { read, opening, index, checkpoint, logKey, newest, rotations: file.rotations }
  const { newer, rotations } = parseProofFile(await buildWithRotations(input))
  return newer ? formatProofFile({ ...file, newer, rotations }) : proofText
}

/** Finds the record that trusts one of the keys in a proof file. */
function findByKey(
  records: readonly TrustedRecord[],
  { logKey, rotations = [] }: Pick<ProofFile, 'logKey' | 'rotations'>,
) {
  const publicKeys = [logKey, ...rotations.map(({ newKey }) => newKey)]
  for (const record of records) {
    const trusted = record.keys.find(({ key }) =>
      publicKeys.some((publicKey) => equal(key.publicKey, publicKey)),
    )
    if (trusted) return { record, key: trusted.key }
  }
  return undefined
}
