/** A log that signs its checkpoints, for tests of witnesses. */
import { concat, toBase64, utf8 } from '@inkproof/proof/bytes'
import { formatCheckpoint, signCheckpoint } from '@inkproof/proof/checkpoint'
import { formatVkey, generateKey, parsePrivateKey, type SignerKey } from '@inkproof/proof/note'
import type { TileReader } from '@inkproof/proof/tile'
import { leafHash } from '@inkproof/proof/tree'
import {
  appendLeaf,
  consistencyProof,
  emptyRange,
  rootFromNodes,
} from '@inkproof/proof/tree-builder'

export type GrowingLog = {
  origin: string
  vkey: string
  key: SignerKey
  /** Text of the checkpoint of this size. */
  text(size: number): string
  /** Signed checkpoint of this size. */
  note(size: number): string
  /** Lines of the consistency proof, in base64. */
  proof(from: number, to: number): string[]
  /** Reads its tiles. */
  read: TileReader
  /** Body of a request to a witness that has cosigned `from` entries. */
  body(from: number, to: number): string
}

const SIZE = 300

/**
 * Creates a log of 300 entries.
 *
 * @param forkAt the first entry that `history` changes: two logs with one key and different histories contradict each
 * other
 */
export function growingLog({
  origin = 'inkproof.example/log',
  privateKey = generateKey(origin).privateKey,
  history = '',
  forkAt = 0,
} = {}): GrowingLog & { privateKey: string } {
  const key = parsePrivateKey(privateKey)
  const nodes = new Map<string, Uint8Array>()
  const range = emptyRange()
  for (let i = 0; i < SIZE; i++) {
    const leaf = leafHash(utf8(`entry ${i}${i >= forkAt ? history : ''}`))
    appendLeaf(range, leaf, undefined, ({ level, index }, node) => {
      nodes.set(`${level}/${index}`, node)
    })
  }
  const read = (level: number, index: bigint) => nodes.get(`${level}/${index}`) as Uint8Array
  const state = (size: number) => ({
    origin,
    size: BigInt(size),
    root: rootFromNodes(BigInt(size), read),
  })
  const note = (size: number) => signCheckpoint(state(size), key)
  const proof = (from: number, to: number) =>
    from === 0 ? [] : consistencyProof(BigInt(from), BigInt(to), read).map(toBase64)
  return {
    origin,
    privateKey,
    vkey: formatVkey(key),
    key,
    text: (size) => formatCheckpoint(state(size)),
    note,
    proof,
    read: tileReader(nodes),
    body: (from, to) => [`old ${from}`, ...proof(from, to), '', note(to)].join('\n'),
  }
}

/** Serves `tile/<level>/<index>` and `tile/<level>/<index>.p/<width>`, below index 1000. */
function tileReader(nodes: ReadonlyMap<string, Uint8Array>): TileReader {
  return async (path) => {
    const [, level, index, width = '256'] = /^tile\/(\d+)\/(\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? []
    const hashes = Array.from({ length: Number(width) }, (_, i) => {
      const hash = nodes.get(`${Number(level) * 8}/${Number(index) * 256 + i}`)
      if (!hash) throw new Error(`no file ${path}`)
      return hash
    })
    return concat(...hashes)
  }
}
