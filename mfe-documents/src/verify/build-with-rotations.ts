import { type BuildInput, buildProof } from '@inkproof/proof/build'
import { readRotations } from '@inkproof/proof/rotations-file'

/**
 * Builds a proof file for a record whose key may have been rotated since the input's `rotations` were read. Only then are
 * the rotations that the record publishes read: the file does not exist in other records.
 */
export async function buildWithRotations(input: BuildInput): Promise<string> {
  try {
    return await buildProof(input)
  } catch (error) {
    const rotations = await readRotations(input.read).catch(() => [])
    if (rotations.length === (input.rotations?.length ?? 0)) throw error
    return await buildProof({ ...input, rotations })
  }
}
