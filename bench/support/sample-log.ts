/**
 * A log (a million entries in a full run) with its tiles on disk and one certificate, anchored in a block of 200
 * transactions. Everything is real except the chain, whose block is assembled here.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildProof } from '@inkproof/proof/build'
import { signCheckpoint } from '@inkproof/proof/checkpoint'
import { buildFlatTree, type FlatTree, flatTreeReader } from '@inkproof/proof/flat-tree'
import { encodeEntry, entryBytes, KINDS, NO_PREVIOUS, type Opening } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { generateKey, parsePrivateKey } from '@inkproof/proof/note'
import {
  ORIGIN,
  sampleAnchor,
  sampleOpening,
  samplePolicyText,
  sampleStatus,
} from '@inkproof/proof/testing/sample-log'
import { tilePath, tilesToWrite } from '@inkproof/proof/tile'
import { leafHash } from '@inkproof/proof/tree'
import { inclusionProof, rootFromNodes } from '@inkproof/proof/tree-builder'

export type SampleLog = {
  size: bigint
  root: Uint8Array
  /** Index of the certificate's entry in the log. */
  index: bigint
  leaf: Uint8Array
  path: Uint8Array[]
  opening: Opening
  /** The certified file. */
  document: Uint8Array
  fingerprint: Uint8Array
  /** The policy file that trusts this log. */
  policyJson: string
  blockHash: Uint8Array
  /** The certificate's proof file without the anchor. */
  unanchoredProof: string
  /** The complete proof file. */
  anchoredProof: string
  /** All leaf hashes, concatenated. */
  leaves: Uint8Array
  /** Folder of the log's tiles. */
  folder: string
}

/** Number of entries in a full run. */
export const FULL_RUN_ENTRIES = 1_000_000

const CLAIMS = [
  { name: 'title', value: 'Lease 2026' },
  { name: 'issuer', value: 'Ada Example' },
]
const DOCUMENT_BYTES = 50_000
/** The block is an hour old, so that the revocation status is not outdated. */
const BLOCK = { txs: 200, txIndex: 137, time: BigInt(Math.floor(Date.now() / 1000) - 3_600) }

export async function makeSampleLog(folder: string, entries: number): Promise<SampleLog> {
  const document = new Uint8Array(randomBytes(DOCUMENT_BYTES))
  const fingerprint = nodeSha256(document)
  const opening = sampleOpening(fingerprint, CLAIMS)
  const index = BigInt(Math.floor(entries * 0.7))
  const size = BigInt(entries)
  const { snapshot, entry: statusBytes } = sampleStatus(size - 1n, [5n, 70_001n % size])
  const entry = entryBytes(opening)
  const leaves = leafHashes(
    entries,
    new Map([
      [index, entry],
      [size - 1n, statusBytes],
    ]),
  )
  const tree = buildFlatTree(leaves, nodeSha256)
  writeTiles(folder, tree)
  const root = rootFromNodes(size, flatTreeReader(tree), nodeSha256)
  const { privateKey, vkey } = generateKey(ORIGIN)
  const checkpoint = signCheckpoint({ origin: ORIGIN, size, root }, parsePrivateKey(privateKey))
  const { chain, blockHash } = sampleAnchor({ size, root }, BLOCK)
  const read = async (path: string) => new Uint8Array(await readFile(join(folder, path)))
  const common = { read, opening, index, checkpoint, logKey: vkey }
  return {
    size,
    root,
    index,
    opening,
    document,
    fingerprint,
    blockHash,
    leaves,
    folder,
    policyJson: samplePolicyText(vkey),
    leaf: leafHash(entry, nodeSha256),
    path: inclusionProof(index, size, flatTreeReader(tree), nodeSha256),
    unanchoredProof: await buildProof(common),
    anchoredProof: await buildProof({ ...common, chain, status: snapshot }),
  }
}

function leafHashes(count: number, fixedEntries: ReadonlyMap<bigint, Uint8Array>): Uint8Array {
  const leaves = new Uint8Array(count * 32)
  const commitment = new Uint8Array(randomBytes(32))
  const commitmentView = new DataView(commitment.buffer)
  for (let index = 0; index < count; index++) {
    commitmentView.setUint32(0, index)
    const fillerEntry = { kind: KINDS.certified, commitment, previous: NO_PREVIOUS }
    leaves.set(
      leafHash(fixedEntries.get(BigInt(index)) ?? encodeEntry(fillerEntry), nodeSha256),
      index * 32,
    )
  }
  return leaves
}

function writeTiles(folder: string, tree: FlatTree): void {
  for (const { level, index, width } of tilesToWrite(tree.size)) {
    const start = Number(index) * 256 * 32
    const hashes = tree.levels[level * 8]?.subarray(start, start + width * 32)
    if (hashes) writeFileIn(folder, tilePath(level, index, width), hashes)
  }
}

function writeFileIn(folder: string, path: string, bytes: Uint8Array): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}
