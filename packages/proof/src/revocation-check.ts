/** Checks whether a certificate was still valid at the checkpoint of its proof. */

import type { ParsedProof } from './checks.ts'
import { type Finding, failed, notChecked, passed } from './finding.ts'
import { decodeEntry, KINDS, kindName } from './leaf.ts'
import { must } from './proof-error.ts'
import type { Successor } from './proof-file.ts'
import { makeSentence } from './sentence.ts'
import { verifyStatus } from './status.ts'
import { leafHash, verifyInclusion } from './tree.ts'

/**
 * Checks the entry that revoked or superseded this certificate, if the proof contains it, otherwise the status in the
 * proof.
 *
 * A revocation is permanent, so a status of any age can prove one. Only a status that is the
 * checkpoint's last entry and covers all entries before it proves that the certificate was not
 * revoked; otherwise a revoked certificate would pass with an old status and a newer checkpoint.
 *
 * `buildProof` omits a status that does not cover the certificate. A proof with such a status was therefore altered,
 * and the check throws STATUS_TOO_OLD.
 */
export function checkRevocation(parsedProof: ParsedProof): Finding {
  const { file, checkpoint, hash } = parsedProof
  const { status, successor } = file
  if (successor) return checkSuccessor(parsedProof, successor)
  if (!status) {
    return notChecked(
      'NO_STATUS',
      makeSentence('The proof file has no information about later revocations.'),
    )
  }
  const values = { 'as of entry': String(status.n), 'status entry': String(status.index) }
  if (verifyStatus(status, file.index, checkpoint, hash) === 'invalid') {
    return failed('REVOKED', makeSentence('The certificate was revoked or replaced.'), values)
  }
  if (status.n === status.index && status.index === checkpoint.size - 1n) return passed(values)
  const sentence = makeSentence(
    'The list of revoked certificates in the proof file is older than the record. Save a newer proof file to update the list.',
  )
  return notChecked('STATUS_NOT_FRESH', sentence, { ...values, size: String(checkpoint.size) })
}

function checkSuccessor({ file, checkpoint, hash }: ParsedProof, successor: Successor): Finding {
  const { kind, previous } = decodeEntry(successor.entry)
  const endsCertificate = kind === KINDS.revoked || kind === KINDS.superseded
  must(
    endsCertificate && previous === file.index,
    'BAD_SUCCESSOR',
    'The later entry refers to a different entry.',
  )
  const leaf = leafHash(successor.entry, hash)
  verifyInclusion(successor.index, checkpoint.size, leaf, successor.proof, checkpoint.root, hash)
  const values = {
    'by entry': String(successor.index),
    kind: kindName(kind),
    // The proof file contains the entry's 42 bytes but not its opening, which would contain an issuer's signature.
    'said by': makeSentence('the operator of the log; the issuer’s signature is not included'),
  }
  return kind === KINDS.revoked
    ? failed('REVOKED', makeSentence('The certificate was revoked.'), values)
    : failed('SUPERSEDED', makeSentence('The certificate was replaced by a newer one.'), values)
}
