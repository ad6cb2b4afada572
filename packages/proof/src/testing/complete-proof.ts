import { Wallet } from 'ethers'
import { buildProof } from '../build.ts'
import { entryBytes } from '../leaf.ts'
import { rotationEntry, signRotation } from '../log-key-rotation.ts'
import { nodeEd25519 } from '../node-ed25519.ts'
import { nodeSha256 } from '../node-sha256.ts'
import { generateKey, parsePrivateKey } from '../note.ts'
import type { VerifyInput } from '../verify.ts'
import { addWalletSignature, entryTypedData } from '../wallet.ts'
import {
  ORIGIN,
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
 * status, a rotation of the log's key), and the input to verify it by a reader who knows only the first key.
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
  const [oldKey, newKey] = [generateKey(ORIGIN), generateKey(ORIGIN)]
  const rotation = signRotation({
    sequence: 0n,
    oldKey: parsePrivateKey(oldKey.privateKey),
    newKey: parsePrivateKey(newKey.privateKey),
  })
  const { snapshot: status, entry } = sampleStatus(2n, [])
  const log = sampleLog([entryBytes(opening), rotationEntry(ORIGIN, rotation), entry], newKey)
  const { chain, blockHash } = sampleAnchor(log, { txs: 20, txIndex: 7 })
  const { read, checkpoint, vkey: logKey } = log
  const rotations = [{ index: 1n, ...rotation }]
  const buildInput = { read, opening, index: 0n, checkpoint, logKey, chain, status, rotations }
  const proofFile = await buildProof(buildInput)
  const blocks = { kind: 'trusted block hashes', hashes: [blockHash] } as const
  const policy = samplePolicy(oldKey.vkey)
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
