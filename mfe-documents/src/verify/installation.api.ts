import { type AnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import { fromUtf8 } from '@inkproof/proof/bytes'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { parsePolicy, type TrustedRecord } from '@inkproof/proof/policy'
import { httpTileReader, type TileReader } from '@inkproof/proof/tile'
import { askChain, showFirstAnchor } from '@inkproof/protocol/calls/log'
import { request } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { loadOwnPolicyText, saveOwnPolicyText } from './own-policy.db.ts'

export const POLICY_URL = '/log/policy.json'

let cachedRecord: Promise<TrustedRecord> | undefined

/**
 * This installation's own record, which its own pages trust without asking. Fetched once per page load, because a
 * thousand files may need it. While the installation cannot be reached, the policy of an earlier visit is used.
 */
export function getOwnRecord(): Promise<TrustedRecord> {
  cachedRecord ??= fetchOwnRecord().catch((error) => {
    cachedRecord = undefined
    return restoreOwnRecord(error)
  })
  return cachedRecord
}

async function fetchOwnRecord(): Promise<TrustedRecord> {
  const response = await request('GET', POLICY_URL, undefined, { cache: 'no-cache' })
  const text = await response.text()
  const record = parseOwnRecord(text)
  await saveOwnPolicyText(text)
  return record
}

async function restoreOwnRecord(error: unknown): Promise<TrustedRecord> {
  const text = await loadOwnPolicyText()
  if (text === null) throw error
  return parseOwnRecord(text)
}

function parseOwnRecord(text: string): TrustedRecord {
  const [record] = parsePolicy(text).records
  if (!record) throw new Error(t('This installation’s record is unavailable right now.'))
  return record
}

/** Reads the files of this installation's record. Only tiles may come from a cache, because they never change. */
export const readOwnRecord: TileReader = (path) =>
  httpTileReader('/log', (url) =>
    request('GET', url, undefined, path.startsWith('tile/') ? {} : { cache: 'no-cache' }),
  )(path)

/** Returns the first anchor that covers an entry of this installation's record; the newest one if it is unknown. */
export async function getFirstAnchor(index: bigint): Promise<AnchorFile> {
  const query = { covering: String(index) }
  const { anchor } = await call(showFirstAnchor, { query }).catch(() => ({ anchor: null }))
  return readAnchor(readOwnRecord, anchor === null ? 'latest' : String(anchor.size))
}

/** Reads an anchor file: `latest`, or the number of entries. */
export async function readAnchor(read: TileReader, name: string): Promise<AnchorFile> {
  return parseAnchorFile(fromUtf8(await read(`anchor/${name}`)))
}

/** Calls the installation's node through its proxy, which forwards only a few methods. */
export const installationRpc: Rpc = async (method, params) => {
  const body = { jsonrpc: '2.0' as const, id: 1, method, params: [...params] }
  const response = await call(askChain, { body })
  if ('error' in response) throw new Error(t('The node rejected {method}.', { method }))
  return response.result ?? null
}
