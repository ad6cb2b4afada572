/** Whether a certificate still stood at the checkpoint that its proof is made against. */
import type { Subject } from './checks.ts'
import { type Finding, failed, notChecked, passed } from './finding.ts'
import { decodeEntry, KINDS, kindName } from './leaf.ts'
import { must } from './proof-error.ts'
import type { Successor } from './proof-file.ts'
import { verifyStatus } from './status.ts'
import { leafHash, verifyInclusion } from './tree.ts'

/**
 * The entry that ended this one, or else the status as of the checkpoint.
 *
 * What is revoked stays so, and any status can say it. That nothing revoked it, only a status can
 * say that is the checkpoint's last entry and looked at all before it: with an older one beside a
 * newer checkpoint, a revoked certificate would pass. A status that does not reach the certificate is
 * in no proof that was built, so it is a changed one.
 */
export function checkRevocation(subject: Subject): Finding {
  const { file, checkpoint, hash } = subject
  const { status, successor } = file
  if (successor) return checkSuccessor(subject, successor)
  if (!status) {
    return notChecked('NO_STATUS', 'The proof file does not say what was revoked since.')
  }
  const values = { 'as of entry': String(status.n), 'status entry': String(status.index) }
  if (verifyStatus(status, file.index, checkpoint, hash) === 'invalid') {
    return failed('REVOKED', 'The certificate was revoked or replaced.', values)
  }
  if (status.n === status.index && status.index === checkpoint.size - 1n) return passed(values)
  const sentence =
    'The list of revoked certificates in the proof file is older than the record it is shown with. A newer proof file has a newer list.'
  return notChecked('STATUS_NOT_FRESH', sentence, { ...values, size: String(checkpoint.size) })
}

function checkSuccessor({ file, checkpoint, hash }: Subject, successor: Successor): Finding {
  const { kind, previous } = decodeEntry(successor.entry)
  const ends = kind === KINDS.revoked || kind === KINDS.superseded
  must(ends && previous === file.index, 'BAD_SUCCESSOR', 'The later entry is about another one.')
  const leaf = leafHash(successor.entry, hash)
  verifyInclusion(successor.index, checkpoint.size, leaf, successor.proof, checkpoint.root, hash)
  const values = {
    'by entry': String(successor.index),
    kind: kindName(kind),
    // The file holds the entry's 42 bytes, not its opening, where an issuer's signature would be.
    'said by': 'the operator of the log; no signature of the issuer is shown',
  }
  return kind === KINDS.revoked
    ? failed('REVOKED', 'The certificate was revoked.', values)
    : failed('SUPERSEDED', 'The certificate was replaced by a newer one.', values)
}
