/** Checks whether the user trusts the record of a proof, and whether enough witnesses confirm it. */
import { equal, to0x } from './bytes.ts'
import type { ChainProof } from './chain.ts'
import { readCheckpoint } from './checkpoint.ts'
import type { Ed25519 } from './ed25519.ts'
import { type Finding, failed, notChecked, passed, passedIf } from './finding.ts'
import { LOG_ANCHOR_ADDRESS } from './log-anchor.ts'
import { findUnacceptedKey, keyForSize } from './log-keys.ts'
import { formatVkey } from './note.ts'
import { computeOrigin } from './origin.ts'
import type { ParsedProof } from './parsed-proof.ts'
import { isKeyTrusted, type Policy, type TrustedChain, type TrustedRecord } from './policy.ts'
import { makeSentence } from './sentence.ts'
import { evaluateWitnesses } from './witness-quorum.ts'

/**
 * Checks that the user trusts the record: the keys of the states in the proof, and the chain, contract and operator of
 * the anchor. These come from the policy. For a key alone, the origin must commit to them, and only the canonical
 * contract counts.
 *
 * @param record the record of the policy, with the rotations in the proof applied to its keys
 */
export function checkTrust(
  { file, checkpoint, key }: ParsedProof,
  policy: Policy | 'none',
  record: TrustedRecord | undefined,
): Finding {
  const values = { log: formatVkey(key) }
  if (policy === 'none') {
    return notChecked('NO_POLICY', makeSentence('You have not chosen a record to trust.'), values)
  }
  if (!record) {
    const sentence = makeSentence('You have not chosen to trust this record.')
    return notChecked('LOG_NOT_TRUSTED', sentence, values)
  }
  const trusted = record.keys.map((item) => formatVkey(item.key)).join(' ')
  const states = [checkpoint, ...(file.newer ? [readCheckpoint(file.newer.checkpoint)] : [])]
  const isTrusted = ({ size }: { size: bigint }) =>
    isKeyTrusted(record, keyForSize(file, key.name, size), size)
  if (!states.every(isTrusted)) {
    const unaccepted = findUnacceptedKey(record, file.rotations)
    if (unaccepted) return notChecked(unaccepted.code, unaccepted.sentence, values)
    const sentence = makeSentence(
      'The proof names the record {name}, but does not use the key you trust.',
      { name: key.name },
    )
    return failed('KEY_DIFFERS', sentence, { ...values, trusted })
  }
  if (!file.chain) return passed(values)
  return record.chain
    ? checkPolicyChain(file.chain, record.chain, values)
    : checkOriginChain(file.chain, key.name, values)
}

/** Checks that the quorum of the policy's witnesses has confirmed a state with the entry. */
export function checkWitnesses(
  notes: readonly string[],
  record: TrustedRecord | undefined,
  now: Date,
  verifySignature: Ed25519 | undefined,
): Finding {
  const policy = record?.witnesses
  if (!policy || policy.quorum === null) return passed({ required: '0' })
  const results = notes.map((note) => evaluateWitnesses(note, policy, now, verifySignature))
  const best = results.reduce((a, b) => (b.missing < a.missing ? b : a))
  const { needed, missing, names } = best
  const values = { required: String(needed), witnesses: names.join(', ') }
  if (missing === 0) return passed(values)
  const sentence = makeSentence('{count} of the {needed} witnesses that your policy requires.', {
    count: needed - missing,
    needed,
  })
  return notChecked('TOO_FEW_WITNESSES', sentence, {
    ...values,
    confirmed: String(needed - missing),
  })
}

function checkPolicyChain(
  chain: ChainProof,
  { chainId, contract, operators }: TrustedChain,
  values: Record<string, string>,
): Finding {
  const isTrusted =
    chain.chainId === chainId &&
    equal(chain.contract, contract) &&
    operators.some((operator) => equal(operator, chain.operator))
  const isCanonical = to0x(contract) === LOG_ANCHOR_ADDRESS
  return passedIf(
    isTrusted,
    'CHAIN_NOT_TRUSTED',
    makeSentence('Your policy names another chain, contract or operator for this record.'),
    {
      ...values,
      'trusted chain': String(chainId),
      'trusted contract': to0x(contract),
      'trusted operators': operators.map(to0x).join(' '),
      ...(!isCanonical && { 'contract of': makeSentence('your policy, not the canonical one') }),
    },
  )
}

function checkOriginChain(
  chain: ChainProof,
  origin: string,
  values: Record<string, string>,
): Finding {
  if (computeOrigin(chain) !== origin) {
    const sentence = makeSentence(
      'The key you trust does not name this chain, contract and operator. Use the record’s policy file.',
    )
    return notChecked('ORIGIN_NOT_BOUND', sentence, values)
  }
  if (to0x(chain.contract) !== LOG_ANCHOR_ADDRESS) {
    const sentence = makeSentence(
      'The record uses another contract than Inkproof’s. Use the record’s policy file.',
    )
    return notChecked('CONTRACT_NOT_CANONICAL', sentence, values)
  }
  return passed(values)
}
