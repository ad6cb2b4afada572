import { to0x } from '@inkproof/proof/bytes'
import { decodeEntry, KINDS } from '@inkproof/proof/leaf'
import { encodeAnchor } from '@inkproof/proof/log-anchor'
import { decodeLogAnchorError, type LogAnchorError } from '@inkproof/proof/log-anchor-error'
import {
  decodeEntryBundle,
  entriesPath,
  httpTileReader,
  readWithFallback,
  TILE_WIDTH,
  tilePath,
  tileWidth,
} from '@inkproof/proof/tile'
import { listCertificates } from '@inkproof/protocol/calls/certificates'
import { askChain, showHeads } from '@inkproof/protocol/calls/log'
import type { ChainResponse, Heads } from '@inkproof/protocol/log'
import { useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import type { Attempt } from './forge.ts'

/** The contract's response, with its reason if it refuses. */
export type ContractResponse = { accepted: true } | { accepted: false; refusal: LogAnchorError }

/** Reads the size of the record, and how much of it is anchored. */
export async function readHeads(): Promise<Heads> {
  return call(showHeads)
}

/** Reads the leaf hashes of the first `size` entries from the public tiles. All of them must fit in memory. */
export async function readLeaves(
  size: number,
  onTile: (leavesRead: number) => void,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const read = httpTileReader('/log', (url) => fetch(url, { signal }))
  const leaves: Uint8Array[] = []
  for (let tile = 0n; Number(tile) * TILE_WIDTH < size; tile += 1n) {
    const width = tileWidth(0, tile, BigInt(size))
    const bytes = await readWithFallback(
      read,
      (storedWidth) => tilePath(0, tile, storedWidth),
      width,
    )
    for (let index = 0; index < width; index += 1)
      leaves.push(bytes.slice(index * 32, index * 32 + 32))
    onTile(leaves.length)
  }
  return leaves
}

/** Returns the index of the signed-in user's newest certificate; null if there is none. */
export async function fetchNewestOwnIndex(): Promise<number | null> {
  if (useSession.getState().status !== 'signed-in') return null
  const { certificates } = await call(listCertificates)
  return certificates[0]?.index ?? null
}

/** The newest bundles in which a certificate is searched: 4,096 entries. */
const SEARCHED_BUNDLES = 16

/**
 * Returns the index of the newest certificate in a record with `size` entries; null if its last 16 bundles have none.
 * The very last entry is a status entry, which belongs to no user, and can be the only one in its bundle.
 */
export async function fetchNewestCertificateIndex(size: number): Promise<number | null> {
  if (size === 0) return null
  const last = Math.floor((size - 1) / TILE_WIDTH)
  const first = Math.max(0, last - SEARCHED_BUNDLES + 1)
  for (let bundle = last; bundle >= first; bundle -= 1) {
    const offset = findLastCertificateIndex(await fetchEntries(BigInt(bundle), BigInt(size)))
    if (offset !== -1) return bundle * TILE_WIDTH + offset
  }
  return null
}

/** Returns the entries of a bundle that belong to the first `size` entries of the record. */
async function fetchEntries(bundle: bigint, size: bigint): Promise<Uint8Array[]> {
  const width = tileWidth(0, bundle, size)
  const read = httpTileReader('/log')
  const bytes = await readWithFallback(read, (stored) => entriesPath(bundle, stored), width)
  return decodeEntryBundle(bytes).slice(0, width)
}

/** Returns the index of the last certificate among these entries; -1 if there is none. */
export function findLastCertificateIndex(entries: readonly Uint8Array[]): number {
  return entries.findLastIndex((entry) => decodeEntry(entry).kind === KINDS.certified)
}

/** Simulates the attempt as the operator (`eth_call`). Nothing is signed, sent or stored. */
export async function simulateAttempt(
  attempt: Attempt,
  chain: Heads['chain'],
): Promise<ContractResponse> {
  const data = encodeAnchor({
    oldSize: attempt.old.size,
    oldRoot: attempt.old.root,
    newSize: attempt.next.size,
    newRoot: attempt.next.root,
    proof: attempt.proof,
  })
  const anchor = { from: chain.operator, to: chain.contract, data }
  const params = [anchor, 'latest']
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params } as const
  return parseResponse(await call(askChain, { body }))
}

function parseResponse(response: ChainResponse): ContractResponse {
  if (!('error' in response)) return { accepted: true }
  const { message, data } = response.error
  const refusal = data === undefined ? undefined : decodeLogAnchorError(data)
  if (refusal === undefined) throw new Error(message)
  return { accepted: false, refusal }
}

/** Shortens a root for display. */
export function shortRoot(root: Uint8Array): string {
  const hex = to0x(root)
  return `${hex.slice(0, 10)}…${hex.slice(-8)}`
}
