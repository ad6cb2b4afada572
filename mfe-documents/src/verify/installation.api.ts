import { type AnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { type Policy, parsePolicy } from '@inkproof/proof/policy'
import { httpTileReader, type TileReader } from '@inkproof/proof/tile'
import { askChain } from '@inkproof/protocol/calls/log'
import { RequestError, request } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'

export type InstallationPolicy = {
  policy: Policy
  origin: string
  logKey: string
  embedded: boolean
}

export const POLICY_URL = '/log/policy.json'

let cachedPolicy: Promise<InstallationPolicy> | undefined

/**
 * This installation's description of its own log, which the user may or may not trust. Fetched once per page load,
 * because a thousand files may need it; a failed request is not cached.
 */
export function getInstallationPolicy(): Promise<InstallationPolicy> {
  cachedPolicy ??= fetchPolicy().catch((error) => {
    cachedPolicy = undefined
    throw error
  })
  return cachedPolicy
}

async function fetchPolicy(): Promise<InstallationPolicy> {
  const text = await (await request('GET', POLICY_URL)).text()
  const { origin, logKey, embedded } = JSON.parse(text) as InstallationPolicy
  return { policy: parsePolicy(text), origin, logKey, embedded }
}

/** The newest anchored state; null if there is none. */
export async function getLatestAnchor(): Promise<AnchorFile | null> {
  try {
    const response = await request('GET', '/log/anchor/latest', undefined, { cache: 'no-cache' })
    return parseAnchorFile(await response.text())
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  }
}

/** The anchor of the state with this many entries. */
export async function getAnchor(size: number): Promise<AnchorFile> {
  // A deep reorganization can move the anchor into another block.
  const init = { cache: 'no-cache' } as const
  return parseAnchorFile(
    await (await request('GET', `/log/anchor/${size}`, undefined, init)).text(),
  )
}

export const readTile: TileReader = httpTileReader('/log', (url) => request('GET', url))

/** Calls the installation's node through its proxy, which forwards only a few methods. */
export const installationRpc: Rpc = async (method, params) => {
  const body = { jsonrpc: '2.0' as const, id: 1, method, params: [...params] }
  const response = await call(askChain, { body })
  if ('error' in response) throw new Error(t('The node rejected {method}.', { method }))
  return response.result ?? null
}
