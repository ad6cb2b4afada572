/** The checks of a proof that need no network, each by itself. */
import { equal, to0x, toBase64, toHex } from './bytes.ts'
import { type AnchoredBlock, verifyChainProof } from './chain.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import type { Ed25519 } from './ed25519.ts'
import { compared, type Finding, failed, notChecked, passed } from './finding.ts'
import { claimValue, decodeEntry, KINDS, kindName } from './leaf.ts'
import { formatVkey, type VerifierKey } from './note.ts'
import { fitsChain, type Policy, type TrustedLog, trustedLogs } from './policy.ts'
import { must, ProofError } from './proof-error.ts'
import type { ProofFile } from './proof-file.ts'
import type { Sha256 } from './sha256.ts'
import { verifyInclusion } from './tree.ts'
import { walletOf } from './wallet.ts'

/** A proof file taken apart: what the checks are made on. */
export type Subject = {
  file: ProofFile
  checkpoint: Checkpoint
  /** The 42 bytes that the opening stands for, and their leaf hash. */
  entry: Uint8Array
  leaf: Uint8Array
  /** The key that the proof says the log has; trusted only after {@link checkTrust}. */
  key: VerifierKey
  hash: Sha256
  /** What checks signatures; the portable one where none is given. */
  isSigned?: Ed25519 | undefined
}

/** The file's fingerprint against the one in the opening. */
export function checkFingerprint({ file }: Subject, fingerprint: Uint8Array): Finding {
  const proved = file.opening.fingerprint
  return compared(
    equal(fingerprint, proved),
    'FINGERPRINT_DIFFERS',
    'The file has another fingerprint than the one the proof is about.',
    { file: toHex(fingerprint), proof: toHex(proved) },
  )
}

/** Entries that revoke, or are steps of an envelope, certify no file. */
export function checkEntry({ file, entry, leaf }: Subject): Finding {
  const { opening } = file
  const values = {
    kind: kindName(opening.kind),
    commitment: toHex(decodeEntry(entry).commitment),
    'leaf hash': toHex(leaf),
  }
  const certifies = opening.kind === KINDS.certified || opening.kind === KINDS.superseded
  const sentence = `The entry does not certify a file: its kind is ${values.kind}.`
  return compared(certifies, 'NOT_A_CERTIFICATION', sentence, values)
}

/** The inclusion proof from the entry to the checkpoint's root. */
export function checkInclusion({ file, checkpoint, leaf, hash }: Subject): Finding {
  const { size, root } = checkpoint
  verifyInclusion(file.index, size, leaf, file.proof, root, hash)
  return passed({ entry: String(file.index), size: String(size), root: toBase64(root) })
}

/** The checkpoint's signature, by the key that the proof names. */
export function checkCheckpoint({ file, key, isSigned }: Subject): Finding {
  const { origin, size, root } = openCheckpoint(file.checkpoint, key, isSigned)
  return passed({
    log: origin,
    key: formatVkey(key),
    size: String(size),
    root: toBase64(root),
  })
}

/** Whether key, and chain where the policy names one, are those of a log the reader trusts. */
export function checkTrust({ file, key }: Subject, policy: Policy | 'none'): Finding {
  const vkey = formatVkey(key)
  if (policy === 'none') {
    return notChecked('NO_POLICY', 'You have not said which log you trust.', { log: vkey })
  }
  const named = policy.logs.filter((log) => log.key.name === key.name)
  const known = trustedLogs(policy, key)
  const trusted = named.map((log) => formatVkey(log.key)).join(' ')
  if (named.length === 0) {
    return notChecked('LOG_NOT_TRUSTED', 'You have not said that you trust this log.', {
      log: vkey,
    })
  }
  const keySentence = `The proof says that it is of ${key.name}, but not with the key you trust.`
  if (known.length === 0) return failed('KEY_DIFFERS', keySentence, { log: vkey, trusted })
  return checkTrustedChain(file, known, { log: vkey, trusted })
}

/** The anchor's event, receipt and header; the block is told when they agree. */
export function checkAnchor(subject: Subject): { finding: Finding; block?: AnchoredBlock } {
  const { file, checkpoint } = subject
  const { chain } = file
  if (!chain) {
    const sentence = 'The proof file was made before this state was on the blockchain.'
    return { finding: notChecked('NOT_ANCHORED', sentence) }
  }
  try {
    const block = verifyChainProof(chain, checkpoint)
    const finding = passed({
      'chain id': String(chain.chainId),
      contract: to0x(chain.contract),
      operator: to0x(chain.operator),
      transaction: `number ${chain.txIndex} in the block`,
      'block number': String(block.number),
      'block hash': to0x(block.hash),
      'block time': isoTime(block.time),
    })
    return { finding, block }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { finding: failed(error.code, error.message) }
  }
}

/** The wallet signature, if the proof shows one. */
export function checkIssuer({ file, key }: Subject): Finding {
  const called = claimValue(file.opening, 'issuer')
  const values: Record<string, string> = called === undefined ? {} : { 'calls itself': called }
  const wallet = walletOf(file.opening, key.name)
  if (wallet) return passed({ wallet, ...values })
  return notChecked('NO_WALLET', 'The certificate shows no wallet signature.', values)
}

/** Whether the domain that the certificate names lists the wallet, by TXT records given. */
export function checkDomain({ file, key }: Subject, records?: readonly string[]): Finding {
  const domain = claimValue(file.opening, 'domain')
  if (domain === undefined) return notChecked('NO_DOMAIN', 'The certificate shows no domain.')
  const values = { domain }
  if (!records) {
    const sentence = `The records of ${domain} were not looked up.`
    return notChecked('DOMAIN_NOT_LOOKED_UP', sentence, values)
  }
  const wallet = walletOf(file.opening, key.name)
  if (!wallet) {
    const sentence = 'Without a wallet signature a domain has nothing to vouch for.'
    return notChecked('NO_WALLET', sentence, values)
  }
  const listed = records.some((text) => text.toLowerCase() === `inkproof-issuer=${wallet}`)
  const sentence = `The domain ${domain} does not list the wallet ${wallet}.`
  return compared(listed, 'WALLET_NOT_LISTED', sentence, { ...values, wallet })
}

/** ISO 8601 in UTC, of a block's seconds. @throws ProofError BAD_HEADER beyond the year 275760 */
export function isoTime(seconds: bigint): string {
  must(seconds <= 8_640_000_000_000n, 'BAD_HEADER', 'The time of the block is out of range.')
  return new Date(Number(seconds) * 1000).toISOString()
}

function checkTrustedChain(
  file: ProofFile,
  logs: readonly TrustedLog[],
  values: Record<string, string>,
): Finding {
  const { chain } = file
  const fits = logs.some((log) => fitsChain(log, chain))
  const named = logs.map(({ chain: c }) =>
    c ? `${c.chainId} ${to0x(c.contract)} ${to0x(c.operator)}` : 'any',
  )
  return compared(
    fits,
    'CHAIN_NOT_TRUSTED',
    'The log is one you trust, but not on this chain, contract and operator.',
    { ...values, 'trusted chain, contract, operator': named.join(', ') },
  )
}
