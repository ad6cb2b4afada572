/**
 * A small record that grows: entries, signed states, anchors in blocks of a chain, the files of the record, and the
 * JSON-RPC responses of a node of that chain. Tests of every verifier use it.
 */
import { encodeWord } from '../abi.ts'
import { type AnchorFile, formatAnchorFile } from '../anchor-file.ts'
import { type BuildInput, buildProof } from '../build.ts'
import { concat, from0x, to0x, utf8 } from '../bytes.ts'
import { ANCHORED_TOPIC } from '../chain.ts'
import { type ChainNode, nodeFromRpc, type Rpc } from '../chain-rpc.ts'
import { signCheckpoint } from '../checkpoint.ts'
import { isoTime } from '../iso-time.ts'
import { keccak256 } from '../keccak.ts'
import { entryBytes, KINDS, makeOpening, type Opening } from '../leaf.ts'
import { encodeHeadOf, headHash } from '../log-anchor.ts'
import {
  type LogKeyRotation,
  type RecordedRotation,
  rotationEntry,
  signRotation,
  signRotationByOperator,
} from '../log-key-rotation.ts'
import { formatVkey, generateKey, parsePrivateKey, type SignerKey } from '../note.ts'
import { formatRotationsFile, ROTATIONS_PATH } from '../rotations-file.ts'
import type { TileReader } from '../tile.ts'
import {
  CHAIN_ID,
  CONTRACT,
  OPERATOR,
  ORIGIN,
  sampleAnchor,
  sampleLog,
  samplePolicyText,
  sampleStatus,
} from './sample-log.ts'

type Block = {
  number: bigint
  hash: Uint8Array
  time: bigint
  anchored?: { size: bigint; root: Uint8Array }
}

/** What {@link createSampleRecord} starts with. */
export type SampleRecordOptions = {
  /** Time of the first block; later blocks follow as `mine` and `anchor` determine. */
  startsAt: Date
}

export type SampleRecord = ReturnType<typeof createSampleRecord>

const ANCHOR_BLOCK = 4242n

/** Creates an empty record. Its files, its head on the chain and its node change as it grows. */
export function createSampleRecord({ startsAt }: SampleRecordOptions) {
  const { privateKey, vkey } = generateKey(ORIGIN)
  const entries: Uint8Array[] = []
  const openings = new Map<bigint, Opening>()
  const anchors: AnchorFile[] = []
  const invalid: bigint[] = []
  const endings = new Map<bigint, bigint>()
  const blocks: Block[] = []
  const cosigners: ((note: string) => string)[] = []
  const rotations: RecordedRotation[] = []
  let signers: [SignerKey, ...SignerKey[]] = [parsePrivateKey(privateKey)]
  let checkpoint = ''
  let finalizedDepth = 0n

  const nextTime = (afterS: number) => (blocks.at(-1)?.time ?? toSeconds(startsAt)) + BigInt(afterS)
  const newestKey = () => signers.at(-1) as SignerKey

  function currentLog() {
    const log = sampleLog(entries, { privateKey, vkey })
    const { size, root } = log
    return { ...log, checkpoint: signCheckpoint({ origin: ORIGIN, size, root }, ...signers) }
  }

  /** From now on, these keys sign; after the next anchor, only the last of them. */
  function recordRotation(rotation: LogKeyRotation, keys: typeof signers): void {
    const index = BigInt(entries.push(rotationEntry(ORIGIN, rotation)) - 1)
    rotations.push({ index, ...rotation })
    signers = keys
    checkpoint = currentLog().checkpoint
  }

  function append(opening: Opening): bigint {
    const index = BigInt(entries.push(entryBytes(opening)) - 1)
    openings.set(index, opening)
    checkpoint = currentLog().checkpoint
    return index
  }

  /** Marks the entry before as ended, if the opening is of such a kind. */
  function appendWithStatus(opening: Opening): bigint {
    const { kind, previous } = opening
    const index = append(opening)
    if (kind === KINDS.revoked || kind === KINDS.superseded) {
      invalid.push(previous)
      endings.set(previous, index)
    }
    return index
  }

  function end(kind: number, previous: bigint, fingerprint: Uint8Array): bigint {
    return appendWithStatus(makeOpening({ kind, previous, fingerprint, claims: [] }))
  }

  const record = {
    vkey,
    privateKey,
    /** Appends an entry and returns its index. */
    append: appendWithStatus,
    /** Certifies a file and returns the index of its entry. */
    certify: (fingerprint: Uint8Array, claims: { name: string; value: string }[] = []) =>
      append(makeOpening({ kind: KINDS.certified, fingerprint, claims })),
    revoke: (previous: bigint) => end(KINDS.revoked, previous, new Uint8Array(32)),
    /** Revokes an entry, and conceals this in the statuses of later anchors. */
    revokeSecretly: (previous: bigint) => {
      const fingerprint = new Uint8Array(32)
      return append(makeOpening({ kind: KINDS.revoked, previous, fingerprint, claims: [] }))
    },
    replace: (previous: bigint, fingerprint: Uint8Array) =>
      end(KINDS.superseded, previous, fingerprint),
    /** Replaces the key of the record. The next anchored state is signed by both keys. Returns the new key. */
    rotateKey: () => {
      const oldKey = newestKey()
      const newKey = parsePrivateKey(generateKey(ORIGIN).privateKey)
      const sequence = BigInt(rotations.length)
      recordRotation(signRotation({ sequence, oldKey, newKey }), [oldKey, newKey])
      return newKey
    },
    /** Replaces a lost key, which signs nothing more; `signMessage` is that of the operator's wallet. Returns the new key. */
    rotateLostKey: async (signMessage: (text: string) => Promise<string>) => {
      const oldKey = newestKey()
      const newKey = parsePrivateKey(generateKey(ORIGIN).privateKey)
      const sequence = BigInt(rotations.length)
      const rotation = await signRotationByOperator({ sequence, oldKey, newKey, signMessage })
      recordRotation(rotation, [newKey])
      return newKey
    },
    /** The published rotations, which a test may change. */
    rotations,
    /** Verifier key string of the key that signs the newest state. */
    newestVkey: () => formatVkey(newestKey()),
    /** Adds a function that appends a cosignature to each later checkpoint that is anchored. */
    addCosigner: (cosign: (note: string) => string) => void cosigners.push(cosign),
    /** Anchors the current state after appending its status, in a block `afterS` seconds after the last one. */
    anchor: ({ afterS = 12, hasStatus = true } = {}) => {
      const status = sampleStatus(BigInt(entries.length), invalid)
      if (hasStatus) entries.push(status.entry)
      const log = currentLog()
      const number = (blocks.at(-1)?.number ?? ANCHOR_BLOCK - 1n) + 1n
      const time = nextTime(afterS)
      const { chain, blockHash } = sampleAnchor(log, { number, time })
      checkpoint = cosigners.reduce((note, cosign) => cosign(note), log.checkpoint)
      blocks.push({ number, hash: blockHash, time, anchored: log })
      const file: AnchorFile = {
        size: log.size,
        checkpoint,
        chain,
        txHash: to0x(blockHash),
        blockNumber: number,
        blockHash: to0x(blockHash),
        blockTime: isoTime(time),
        previousSize: anchors.at(-1)?.size ?? 0n,
        ...(hasStatus && { status: status.snapshot }),
      }
      anchors.push(file)
      signers = [newestKey()]
      return file
    },
    /** Adds empty blocks. */
    mine: (count: number, afterS = 12) => {
      for (let i = 0; i < count; i++) {
        const number = (blocks.at(-1)?.number ?? 0n) + 1n
        blocks.push({ number, hash: keccak256(encodeWord(number)), time: nextTime(afterS) })
      }
    },
    /** Sets how many of the newest blocks are not final. */
    setUnfinalBlocks: (count: number) => {
      finalizedDepth = BigInt(count)
    },
    anchors: () => anchors as readonly AnchorFile[],
    openingAt: (index: bigint) => openings.get(index) as Opening,
    /** Builds the proof file of an entry: its first anchor with the status, and the newest anchor. */
    proofFile: (index: bigint, change: Partial<BuildInput> = {}) => {
      const first = anchors.find(({ size }) => size > index)
      const log = currentLog()
      return buildProof({
        read: log.readAnyWidth,
        opening: record.openingAt(index),
        index,
        checkpoint: first?.checkpoint ?? checkpoint,
        chain: first?.chain,
        status: first?.status,
        newest: anchors.at(-1),
        revokedBy: endings.get(index),
        logKey: vkey,
        rotations: [...rotations],
        ...change,
      })
    },
    policyText: (change: Record<string, unknown> = {}) => samplePolicyText(vkey, change),
    /** Reads the record's files: checkpoint, anchors, tiles. */
    read: (async (path) => {
      const name = /^anchor\/(.+)$/.exec(path)?.[1]
      if (path === 'checkpoint') return utf8(checkpoint)
      if (path === ROTATIONS_PATH && rotations.length > 0)
        return utf8(formatRotationsFile(ORIGIN, rotations))
      if (name === undefined) return await currentLog().readAnyWidth(path)
      const anchor =
        name === 'latest' ? anchors.at(-1) : anchors.find(({ size }) => String(size) === name)
      if (!anchor) throw new Error(`no file ${path}`)
      return utf8(formatAnchorFile(anchor))
    }) as TileReader,
    rpc: ((method, params) => respond(method, params)) as Rpc,
    node: (): ChainNode => nodeFromRpc(record.rpc),
  }

  async function respond(method: string, params: readonly unknown[]): Promise<unknown> {
    const [first, second] = params
    switch (method) {
      case 'eth_chainId':
        return toQuantity(BigInt(CHAIN_ID))
      case 'eth_getBlockByNumber':
        return toJson(findBlock(String(first)))
      case 'eth_call':
        return callContract(first as { to: string; data: string }, second as { blockHash: string })
      case 'eth_getLogs':
        return listLogs(first as { fromBlock: string; toBlock: string })
      default:
        throw new Error(`the method ${method} is not supported`)
    }
  }

  function findBlock(tag: string): Block | undefined {
    if (tag === 'latest') return blocks.at(-1)
    const newest = blocks.at(-1)?.number ?? 0n
    const number = tag === 'finalized' ? newest - finalizedDepth : BigInt(tag)
    const found = blocks.filter((block) => block.number <= number).at(-1)
    return tag === 'finalized' || found?.number === number ? found : undefined
  }

  function callContract({ to, data }: { to: string; data: string }, at: { blockHash: string }) {
    const block = blocks.find(({ hash }) => to0x(hash) === at.blockHash)
    const isHeadOf = to === CONTRACT && data === encodeHeadOf(OPERATOR)
    if (!block || !isHeadOf) return to0x(new Uint8Array(32))
    const head = blocks.filter((b) => b.number <= block.number && b.anchored).at(-1)?.anchored
    return to0x(head ? headHash(head.size, head.root) : new Uint8Array(32))
  }

  function listLogs({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }) {
    return blocks
      .filter(({ number }) => number >= BigInt(fromBlock) && number <= BigInt(toBlock))
      .flatMap(({ anchored, number }) =>
        anchored
          ? [
              {
                address: CONTRACT,
                topics: [to0x(ANCHORED_TOPIC), to0x(encodeWord(from0x(OPERATOR)))],
                data: to0x(concat(encodeWord(anchored.size), encodeWord(anchored.root))),
                blockNumber: toQuantity(number),
              },
            ]
          : [],
      )
  }

  return record
}

function toJson(block: Block | undefined) {
  if (!block) return null
  return {
    number: toQuantity(block.number),
    hash: to0x(block.hash),
    timestamp: toQuantity(block.time),
  }
}

function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}

function toSeconds(date: Date): bigint {
  return BigInt(Math.floor(date.getTime() / 1000))
}
