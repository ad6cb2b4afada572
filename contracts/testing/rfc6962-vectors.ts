/**
 * Reads the RFC 6962 vectors stored beside the project, in the format of transparency-dev/merkle.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A vector: its path without `.json` as the name, and the fields of its file. */
export type Vector<Fields> = { readonly name: string } & Fields

/** A consistency proof; hashes are base64 of any length, and a missing proof is null. */
export type Consistency = Vector<{
  readonly size1: bigint
  readonly size2: bigint
  readonly root1: string
  readonly root2: string
  readonly proof: readonly string[] | null
  readonly wantErr: boolean
}>

/** An inclusion proof; hashes as in Consistency. */
export type Inclusion = Vector<{
  readonly leafIdx: bigint
  readonly treeSize: bigint
  readonly root: string
  readonly leafHash: string
  readonly proof: readonly string[] | null
  readonly wantErr: boolean
}>

const VECTORS_DIR = fileURLToPath(new URL('../../../shared/vectors/rfc6962/', import.meta.url))
const NUMBERS = /"(size1|size2|leafIdx|treeSize)":\s*(\d+)/g

/** All consistency vectors, by name. */
export function consistencyVectors(): Consistency[] {
  return readVectors('consistency') as Consistency[]
}

/** All inclusion vectors, by name. */
export function inclusionVectors(): Inclusion[] {
  return readVectors('inclusion') as Inclusion[]
}

/** Converts a hash to the contract's form; undefined if it is not 32 bytes long. */
export function decodeHash(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length === 32 ? `0x${bytes.toString('hex')}` : undefined
}

/** Converts hashes to the contract's form; undefined if one is not 32 bytes long. */
export function decodeHashes(proof: readonly string[] | null): string[] | undefined {
  const hashes = (proof ?? []).map(decodeHash)
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined
}

function readVectors(kind: string): unknown[] {
  return readdirSync(join(VECTORS_DIR, kind), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => ({
      name: `${kind}/${path.slice(0, -'.json'.length)}`,
      ...parseVector(readFileSync(join(VECTORS_DIR, kind, path), 'utf8')),
    }))
}

/** Indexes go up to 2^64 − 1, which JSON.parse alone would round. */
function parseVector(text: string): Record<string, unknown> {
  return JSON.parse(text.replace(NUMBERS, '"$1":"$2n"'), (_, value) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
}
