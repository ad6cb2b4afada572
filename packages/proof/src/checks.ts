/** The individual checks of a proof that need no network. */

import { equal, to0x, toBase64, toHex } from './bytes.ts'
import { type AnchoredBlock, verifyChainProof } from './chain.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import type { Ed25519 } from './ed25519.ts'
import { type Finding, failed, notChecked, passed, passedIf } from './finding.ts'
import { claimValue, decodeEntry, KINDS, kindName } from './leaf.ts'
import { formatVkey, type VerifierKey } from './note.ts'
import { matchesChain, type Policy, type TrustedLog, trustedLogs } from './policy.ts'
import { must, ProofError } from './proof-error.ts'
import type { ProofFile } from './proof-file.ts'
import { makeSentence } from './sentence.ts'
import type { Sha256 } from './sha256.ts'
import { verifyInclusion } from './tree.ts'
import { verifyWallet } from './wallet.ts'

/** A parsed proof file: the input of every check. */
export type ParsedProof = {
  file: ProofFile
  checkpoint: Checkpoint
  /** The 42-byte entry computed from the opening, and its leaf hash. */
  entry: Uint8Array
  leaf: Uint8Array
  /** The log key named in the proof; trusted only after {@link checkTrust}. */
  key: VerifierKey
  hash: Sha256
  /** Verifies signatures; defaults to the portable implementation. */
  verifySignature?: Ed25519 | undefined
}

/** Compares the file's fingerprint with the one in the opening. */
export function checkFingerprint({ file }: ParsedProof, fingerprint: Uint8Array): Finding {
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

/** Verifies the checkpoint's signature with the key named in the proof. */
export function checkCheckpoint({ file, key, verifySignature }: ParsedProof): Finding {
  const { origin, size, root } = openCheckpoint(file.checkpoint, key, verifySignature)
  return passed({
    log: origin,
    key: formatVkey(key),
    size: String(size),
    root: toBase64(root),
  })
}

/** Checks that the user trusts this log key and, if the policy names its chain, that the anchor is on this chain. */
export function checkTrust({ file, key }: ParsedProof, policy: Policy | 'none'): Finding {
  const vkey = formatVkey(key)
  if (policy === 'none') {
    return notChecked('NO_POLICY', makeSentence('You have not chosen a log to trust.'), {
      log: vkey,
    })
  }
  const sameName = policy.logs.filter((log) => log.key.name === key.name)
  const sameKey = trustedLogs(policy, key)
  const trusted = sameName.map((log) => formatVkey(log.key)).join(' ')
  if (sameName.length === 0) {
    return notChecked('LOG_NOT_TRUSTED', makeSentence('You have not chosen to trust this log.'), {
      log: vkey,
    })
  }
  const keySentence = makeSentence('The proof names {name}, but does not use the key you trust.', {
    name: key.name,
  })
  if (sameKey.length === 0) return failed('KEY_DIFFERS', keySentence, { log: vkey, trusted })
  return checkTrustedChain(file, sameKey, { log: vkey, trusted })
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

/** Verifies the wallet signature, if the proof discloses one. */
export function checkIssuer({ file, key }: ParsedProof): Finding {
  const issuerName = claimValue(file.opening, 'issuer')
  const values: Record<string, string> =
    issuerName === undefined ? {} : { 'calls itself': issuerName }
  const wallet = verifyWallet(file.opening, key.name)
  if (wallet) return passed({ wallet, ...values })
  return notChecked('NO_WALLET', makeSentence('The certificate shows no wallet signature.'), values)
}

/** Checks that the TXT records of the certificate's domain list the wallet. */
export function checkDomain({ file, key }: ParsedProof, records?: readonly string[]): Finding {
  const domain = claimValue(file.opening, 'domain')
  if (domain === undefined)
    return notChecked('NO_DOMAIN', makeSentence('The certificate shows no domain.'))
  const values = { domain }
  if (!records) {
    const sentence = makeSentence('The DNS records of {domain} were not looked up.', { domain })
    return notChecked('DOMAIN_NOT_LOOKED_UP', sentence, values)
  }
  const wallet = verifyWallet(file.opening, key.name)
  if (!wallet) {
    const sentence = makeSentence('A domain can only be checked together with a wallet signature.')
    return notChecked('NO_WALLET', sentence, values)
  }
  const isListed = records.some((text) => text.toLowerCase() === `inkproof-issuer=${wallet}`)
  const sentence = makeSentence('The domain {domain} does not list the wallet {wallet}.', {
    domain,
    wallet,
  })
  return passedIf(isListed, 'WALLET_NOT_LISTED', sentence, { ...values, wallet })
}

/**
 * Converts a block time in seconds to ISO 8601, UTC.
 *
 * @throws ProofError BAD_HEADER beyond the year 275760
 */
export function isoTime(seconds: bigint): string {
  must(seconds <= 8_640_000_000_000n, 'BAD_HEADER', 'The block time is out of range.')
  return new Date(Number(seconds) * 1000).toISOString()
}

function checkTrustedChain(
  file: ProofFile,
  logs: readonly TrustedLog[],
  values: Record<string, string>,
): Finding {
  const { chain } = file
  const isTrusted = logs.some((log) => matchesChain(log, chain))
  const trustedChains = logs.map(({ chain: c }) =>
    c ? `${c.chainId} ${to0x(c.contract)} ${to0x(c.operator)}` : 'any',
  )
  return passedIf(
    isTrusted,
    'CHAIN_NOT_TRUSTED',
    makeSentence('You trust this log, but not with this chain, contract and operator.'),
    { ...values, 'trusted chain, contract, operator': trustedChains.join(', ') },
  )
}
