/** The checks of a proof that follow from its bytes alone. */

import { equal, to0x, toBase64, toHex } from './bytes.ts'
import { type AnchoredBlock, verifyChainProof } from './chain.ts'
import { openCheckpoint } from './checkpoint.ts'
import { type Finding, failed, notChecked, passed, passedIf } from './finding.ts'
import { isoTime } from './iso-time.ts'
import { decodeEntry, KINDS, kindName } from './leaf.ts'
import { verifyProofRotations } from './log-keys.ts'
import { formatVkey } from './note.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedRecord } from './policy.ts'
import { ProofError } from './proof-error.ts'
import { makeSentence } from './sentence.ts'
import { verifyInclusion } from './tree.ts'

/** Compares the file's fingerprint with the one in the opening. */
export function checkFingerprint({ file }: ParsedProof, fingerprint: Uint8Array | null): Finding {
  if (fingerprint === null) {
    return notChecked('NO_FILE', makeSentence('The file is missing. Add the file to compare it.'))
  }
  const certified = file.opening.fingerprint
  return passedIf(
    equal(fingerprint, certified),
    'FINGERPRINT_DIFFERS',
    makeSentence('The file’s fingerprint differs from the one in the proof.'),
    { file: toHex(fingerprint), proof: toHex(certified) },
  )
}

/** Checks that the entry certifies a file; revocations and envelope steps do not. */
export function checkEntry({ file, entry, leaf }: ParsedProof): Finding {
  const { opening } = file
  const values = {
    kind: kindName(opening.kind),
    commitment: toHex(decodeEntry(entry).commitment),
    'leaf hash': toHex(leaf),
  }
  const isCertification = opening.kind === KINDS.certified || opening.kind === KINDS.superseded
  const sentence = makeSentence('The entry does not certify a file: its kind is {kind}.', {
    kind: values.kind,
  })
  return passedIf(isCertification, 'NOT_A_CERTIFICATION', sentence, values)
}

/** Verifies the inclusion proof from the entry to the checkpoint's root. */
export function checkInclusion({ file, checkpoint, leaf, hash }: ParsedProof): Finding {
  const { size, root } = checkpoint
  verifyInclusion(file.index, size, leaf, file.proof, root, hash)
  return passed({ entry: String(file.index), size: String(size), root: toBase64(root) })
}

/** Verifies the rotations in the proof, and the checkpoint's signature with the key that follows from them. */
export function checkCheckpoint(parsed: ParsedProof, record: TrustedRecord | undefined): Finding {
  const { file, key, verifySignature } = parsed
  verifyProofRotations(parsed, record)
  const { origin, size, root } = openCheckpoint(file.checkpoint, key, verifySignature)
  return passed({
    log: origin,
    key: formatVkey(key),
    size: String(size),
    root: toBase64(root),
  })
}

/** Verifies header, receipt and event of the anchor. Returns the block only if they are valid. */
export function checkAnchor(parsedProof: ParsedProof): { finding: Finding; block?: AnchoredBlock } {
  const { file, checkpoint } = parsedProof
  const { chain } = file
  if (!chain) {
    const sentence = makeSentence(
      'The proof file was made before this state was on the blockchain.',
    )
    return { finding: notChecked('NOT_ANCHORED', sentence) }
  }
  try {
    const block = verifyChainProof(chain, checkpoint)
    const finding = passed({
      'chain id': String(chain.chainId),
      contract: to0x(chain.contract),
      operator: to0x(chain.operator),
      transaction: makeSentence('number {index} in the block', { index: chain.txIndex }),
      'block number': String(block.number),
      'block hash': to0x(block.hash),
      'block time': isoTime(block.time),
    })
    return { finding, block }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { finding: failed(error.code, error.sentence) }
  }
}
