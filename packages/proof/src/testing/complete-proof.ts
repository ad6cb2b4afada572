import { Wallet } from 'ethers'
import { buildProof } from '../build.ts'
import { entryBytes } from '../leaf.ts'
import { nodeEd25519 } from '../node-ed25519.ts'
import { nodeSha256 } from '../node-sha256.ts'
import type { VerifyInput } from '../verify.ts'
import { addWalletSignature, entryTypedData } from '../wallet.ts'
import {
  ORIGIN,
  otherEntries,
  sampleAnchor,
  sampleLog,
  sampleOpening,
  samplePolicy,
  sampleStatus,
} from './sample-log.ts'
import { ONE_HOUR_LATER } from './verification-setup.ts'

const HASH = new Uint8Array(32).fill(1)

/**
 * Builds a proof with every optional part (a wallet signature, a block of many transactions, a fresh
 * status), and the input to verify it.
 */
export async function buildCompleteProof() {
  const wallet = Wallet.createRandom()
  const claims = [
    { name: 'issuer', value: 'A school' },
    { name: 'domain', value: 'school.example' },
  ]
  const fingerprint = HASH
  const plain = sampleOpening(fingerprint, claims)
  const { domain, types, message } = entryTypedData(plain, ORIGIN)
  const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
  const opening = addWalletSignature(plain, ORIGIN, { address: wallet.address, signature })
  const { snapshot: status, entry } = sampleStatus(2n, [])
  const log = sampleLog([entryBytes(opening), ...otherEntries(1), entry])
  const { chain, blockHash } = sampleAnchor(log, { txs: 20, txIndex: 7 })
  const { read, checkpoint, vkey: logKey } = log
  const buildInput = { read, opening, index: 0n, checkpoint, logKey, chain, status }
  const proofFile = await buildProof(buildInput)
  const blocks = { kind: 'trusted block hashes', hashes: [blockHash] } as const
  const policy = samplePolicy(logKey)
  // Tests verify this proof about ten thousand times, so they use Node's faster implementations.
  const fast = { sha256: nodeSha256, ed25519: nodeEd25519 }
  const input: VerifyInput = {
    fingerprint,
    proofFile,
    policy,
    blocks,
    now: ONE_HOUR_LATER,
    ...fast,
  }
  return { input, proofFile, address: wallet.address.toLowerCase() }
}
