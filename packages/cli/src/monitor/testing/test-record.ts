/** A record with real files, signatures and anchors, in which a test can plant contradictions. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatAnchorFile } from '@inkproof/proof/anchor-file'
import { concat, from0x, randomBytes, to0x, u64be, utf8 } from '@inkproof/proof/bytes'
import { chainProofFromRpc } from '@inkproof/proof/chain-rpc'
import { signCheckpoint } from '@inkproof/proof/checkpoint'
import { buildFlatTree, type FlatTree, flatTreeReader } from '@inkproof/proof/flat-tree'
import { encodeEntry, KINDS, NO_PREVIOUS } from '@inkproof/proof/leaf'
import { encodeAnchor, LOG_ANCHOR_ADDRESS } from '@inkproof/proof/log-anchor'
import {
  type LogKeyRotation,
  type RecordedRotation,
  rotationEntry,
  signRotation,
} from '@inkproof/proof/log-key-rotation'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { generateKey, parsePrivateKey, type SignerKey } from '@inkproof/proof/note'
import { formatRotationsFile, ROTATIONS_PATH } from '@inkproof/proof/rotations-file'
import { bitmapRoot, markInvalid, type StatusBitmap, statusEntry } from '@inkproof/proof/status'
import {
  encodeEntryBundle,
  entriesPath,
  TILE_WIDTH,
  tilePath,
  tilesToWrite,
} from '@inkproof/proof/tile'
import { leafHash } from '@inkproof/proof/tree'
import { consistencyProof, rootFromNodes } from '@inkproof/proof/tree-builder'
import type { TestChain } from './test-chain.ts'

export type TestRecord = Awaited<ReturnType<typeof startTestRecord>>

const ORIGIN = 'inkproof.example/log-1'

/** Starts a server with an empty record of a new operator. The caller must close it. */
export async function startTestRecord(chain: TestChain) {
  const { privateKey, vkey } = generateKey(ORIGIN)
  const entries: Uint8Array[] = []
  const files = new Map<string, Uint8Array>()
  const requests: string[] = []
  let anchored: { size: bigint; root: Uint8Array } = { size: 0n, root: new Uint8Array(32) }
  let operator = await chain.createOperator()
  const rotations: RecordedRotation[] = []
  let signers: Signers = [parsePrivateKey(privateKey)]
  const policy = {
    origin: ORIGIN,
    logKeys: [{ key: vkey }],
    chainId: Number(await chain.rpc('eth_chainId', [])),
    contract: LOG_ANCHOR_ADDRESS,
    operators: [operator],
    confirmations: 1,
  }
  files.set('policy.json', policyFile(policy))

  function newestKey(): SignerKey {
    return signers.at(-1) as SignerKey
  }

  const concurrency = { now: 0, most: 0 }
  const failures = { count: 0, status: 503 }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice('/log/'.length)
    requests.push(path)
    concurrency.now += 1
    concurrency.most = Math.max(concurrency.most, concurrency.now)
    response.on('close', () => {
      concurrency.now -= 1
    })
    const bytes = failures.count > 0 ? undefined : files.get(path)
    if (!bytes) response.statusCode = failures.count > 0 ? failures.status : 404
    failures.count = Math.max(0, failures.count - 1)
    // Later, so that requests that are sent at the same time are under way at the same time.
    setImmediate(() => response.end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const record = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`,
    policy,
    entries,
    /** The served files by path; a test may change them. */
    files,
    requests,
    /** The number of requests that were under way at the same time. */
    concurrency,
    /** Responds to the next requests with this status. */
    failNext: (count: number, status: number) => {
      Object.assign(failures, { count, status })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
    /** Appends entries that certify something; their commitments are numbers. */
    certify: (count: number) => {
      for (let i = 0; i < count; i++) entries.push(certificate(entries.length))
    },
    /** Appends an entry that revokes another. Returns its index. */
    revoke: (previous: number) =>
      entries.push(
        encodeEntry({
          kind: KINDS.revoked,
          commitment: randomBytes(32),
          previous: BigInt(previous),
        }),
      ) - 1,
    /** Appends a status entry that covers the first `covers` entries, by default all. Returns its index. */
    addStatus: (covers = entries.length) => entries.push(statusOf(entries, covers)) - 1,
    /**
     * Appends and publishes a rotation, by default to a new key. These keys sign until the next anchor, then the last one.
     * Returns the index of the entry.
     */
    rotate: ({
      oldKey = newestKey(),
      newKey = createKey(),
      keys,
      rotation,
    }: RotateOptions = {}) => {
      const sequence = BigInt(rotations.length)
      const signed = rotation ?? signRotation({ sequence, oldKey, newKey })
      const index = entries.push(rotationEntry(ORIGIN, signed)) - 1
      rotations.push({ index: BigInt(index), ...signed })
      files.set(ROTATIONS_PATH, utf8(formatRotationsFile(ORIGIN, rotations)))
      signers = keys ?? [oldKey, newKey]
      return index
    },
    rotations,
    newestKey: () => newestKey(),
    /** Writes the files of the first `size` entries, and signs their state. */
    publish: (size = entries.length) => writeFiles(files, entries.slice(0, size), signers),
    /** Anchors the first `size` entries, and writes the anchor file. */
    anchor: async (size = entries.length) => {
      const tree = treeOf(entries.slice(0, size))
      const read = flatTreeReader(tree)
      const newRoot = rootFromNodes(tree.size, read, nodeSha256)
      const proof = consistencyProof(anchored.size, tree.size, read, nodeSha256)
      const { size: oldSize, root: oldRoot } = anchored
      const call = encodeAnchor({ oldSize, oldRoot, newSize: tree.size, newRoot, proof })
      const txHash = await chain.send(operator, call)
      const previousSize = anchored.size
      anchored = { size: tree.size, root: newRoot }
      await writeAnchorFile(txHash, size, previousSize)
      signers = [newestKey()]
    },
    anchored: () => anchored,
    /** Makes another account the record's operator on the chain. */
    changeOperator: (successor: string) => {
      operator = successor
    },
    operator: () => operator,
  }
  const writeAnchorFile = async (txHash: string, size: number, previousSize: bigint) => {
    const target = { contract: from0x(LOG_ANCHOR_ADDRESS), operator: from0x(operator) }
    const { proof, block } = await chainProofFromRpc(chain.rpc, txHash, target)
    const n = size - 1
    const file = formatAnchorFile({
      size: BigInt(size),
      checkpoint: signState(entries.slice(0, size), signers),
      chain: proof,
      txHash,
      blockNumber: block.number,
      blockHash: to0x(block.hash),
      blockTime: new Date(Number(block.time) * 1000).toISOString(),
      previousSize,
      ...(entries[n]?.[1] === KINDS.status && {
        status: { index: BigInt(n), n: BigInt(n), bitmap: bitmapOf(entries.slice(0, n)) },
      }),
    })
    for (const name of ['latest', size]) files.set(`anchor/${name}`, utf8(file))
  }
  return record
}

type Signers = [SignerKey, ...SignerKey[]]

/** `rotation` is appended as it is; `keys` sign until the next anchor. */
type RotateOptions = {
  oldKey?: SignerKey
  newKey?: SignerKey
  keys?: Signers
  rotation?: LogKeyRotation
}

/** Creates a key of the record. */
export function createKey(): SignerKey {
  return parsePrivateKey(generateKey(ORIGIN).privateKey)
}

/** Formats a policy of one record, with these fields changed. */
export function policyFile(record: object, change: object = {}): Uint8Array {
  return utf8(JSON.stringify({ version: 1, records: [{ ...record, ...change }] }))
}

function certificate(number: number): Uint8Array {
  const commitment = concat(new Uint8Array(24), u64be(BigInt(number)))
  return encodeEntry({ kind: KINDS.certified, commitment, previous: NO_PREVIOUS })
}

function statusOf(entries: readonly Uint8Array[], covers: number): Uint8Array {
  const n = BigInt(covers)
  return statusEntry(n, bitmapRoot(bitmapOf(entries.slice(0, covers)), n))
}

function bitmapOf(entries: readonly Uint8Array[]): StatusBitmap {
  const bitmap: StatusBitmap = new Map()
  for (const entry of entries)
    if (entry[1] === KINDS.revoked) markInvalid(bitmap, Buffer.from(entry).readBigUInt64BE(34))
  return bitmap
}

function treeOf(entries: readonly Uint8Array[]): FlatTree {
  const leaves = entries.map((entry) => leafHash(entry, nodeSha256))
  return buildFlatTree(Buffer.concat(leaves), nodeSha256)
}

function signState(entries: readonly Uint8Array[], signers: Signers): string {
  const tree = treeOf(entries)
  const root = rootFromNodes(tree.size, flatTreeReader(tree), nodeSha256)
  return signCheckpoint({ origin: ORIGIN, size: tree.size, root }, ...signers)
}

function writeFiles(
  files: Map<string, Uint8Array>,
  entries: readonly Uint8Array[],
  signers: Signers,
): void {
  const { levels, size } = treeOf(entries)
  for (const { level, index, width } of tilesToWrite(size)) {
    const start = Number(index) * TILE_WIDTH * 32
    const hashes = (levels[level * 8] as Uint8Array).slice(start, start + width * 32)
    files.set(tilePath(level, index, width), hashes)
  }
  for (let start = 0; start < entries.length; start += TILE_WIDTH) {
    const bundle = entries.slice(start, start + TILE_WIDTH)
    files.set(entriesPath(BigInt(start / TILE_WIDTH), bundle.length), encodeEntryBundle(bundle))
  }
  files.set('checkpoint', utf8(signState(entries, signers)))
}
