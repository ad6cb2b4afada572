/**
 * Verifies one certificate repeatedly, alternating with the peers' verifiers, in a process that does
 * nothing else, and prints the times as JSON.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex } from '@inkproof/proof/bytes'
import { readCheckpoint } from '@inkproof/proof/checkpoint'
import { checkAnchor, checkEntry, checkFingerprint, checkInclusion } from '@inkproof/proof/checks'
import { entryBytes } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { verifierKey } from '@inkproof/proof/note'
import type { ParsedProof } from '@inkproof/proof/parsed-proof'
import { findRecord, type Policy, parsePolicy } from '@inkproof/proof/policy'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import { statesOfProof } from '@inkproof/proof/state'
import type { TileReader } from '@inkproof/proof/tile'
import { inclusionFromTiles } from '@inkproof/proof/tile-proofs'
import { leafHash, verifyInclusion } from '@inkproof/proof/tree'
import { checkTrust } from '@inkproof/proof/trust-check'
import { verify } from '@inkproof/proof/verify'
import { createFileCache } from 'svc-documents/src/log/file-cache.ts'
import { measureCpuPerCall } from '../support/cpu-time.ts'
import { createPeerVerifiers } from '../support/peer-paths.ts'

/** The input of the process, read from a file. Hashes are hex. */
export type WarmInput = {
  fingerprint: string
  blockHash: string
  proofFile: string
  policyJson: string
  /** Folder of the log's tiles. */
  tiles: string
  runs: number
  calls: number
}

const input = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as WarmInput
const { proofFile, runs, calls } = input
const fingerprint = fromHex(input.fingerprint)
const policy = parsePolicy(input.policyJson)
const { index, proof, opening, checkpoint } = parseProofFile(proofFile)
const { size, root } = readCheckpoint(checkpoint)
const leaf = leafHash(entryBytes(opening))

const readTile = async (path: string) => new Uint8Array(await readFile(join(input.tiles, path)))
/** As documents-api reads tiles to build proofs. */
const readCached = createFileCache(input.tiles, readTile)

const inclusionVariants = {
  inclusionNodeHash: () => verifyInclusion(index, size, leaf, proof, root, nodeSha256),
  inclusionPureJs: () => verifyInclusion(index, size, leaf, proof, root, sha256),
  ...createPeerVerifiers(proof.length),
}
const verificationVariants = {
  checksNodeHash: () => checkAll(policy, nodeSha256),
  checksPureJs: () => checkAll(policy, sha256),
  complete: verifyCompletely,
  fromTiles: () => proveFromTiles(readCached),
  fromTilesUncached: () => proveFromTiles(readTile),
}
console.log(
  JSON.stringify({
    ...(await measureCpuPerCall(inclusionVariants, { runs, calls })),
    ...(await measureCpuPerCall(verificationVariants, { runs, calls: Math.ceil(calls / 10) })),
  }),
)

/** Runs all checks of the verifier except that of the signature. */
function checkAll(trusted: Policy, hash: Sha256): void {
  const file = parseProofFile(proofFile)
  const state = readCheckpoint(file.checkpoint)
  const key = verifierKey(state.origin, file.logKey)
  const entry = entryBytes(file.opening, hash)
  const leafOfEntry = leafHash(entry, hash)
  const parsed: ParsedProof = { file, checkpoint: state, key, entry, leaf: leafOfEntry, hash }
  const anchor = checkAnchor(parsed)
  const findings = [
    checkFingerprint(parsed, fingerprint),
    checkEntry(parsed),
    checkInclusion(parsed),
    checkTrust(parsed, trusted, findRecord(trusted, key.name)),
    anchor.finding,
  ]
  const failedCheck = findings.find(({ outcome }) => outcome !== 'passed')
  if (failedCheck) throw new Error(`a valid proof was rejected: ${failedCheck.reason}`)
  for (const { standing } of statesOfProof(parsed, anchor.block)) {
    if (standing !== 'clear') throw new Error(`a valid proof was rejected: ${standing}`)
  }
}

async function verifyCompletely(): Promise<void> {
  const hashes = [fromHex(input.blockHash)]
  const blocks = { kind: 'trusted block hashes', hashes } as const
  const { verdict } = await verify({ fingerprint, proofFile, policy, blocks })
  if (verdict.code !== 'verified') throw new Error(`not verified: ${verdict.code}`)
}

async function proveFromTiles(read: TileReader): Promise<void> {
  const index = BigInt(Math.floor(Math.random() * Number(size)))
  await inclusionFromTiles(read, index, size, nodeSha256)
}
