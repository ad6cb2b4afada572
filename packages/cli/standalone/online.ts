/** Requests of the page, which are sent only after the user chose to check online. */
import { httpRpc, nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { MAX_POLICY_BYTES, type Policy, parsePolicy } from '@inkproof/proof/policy'
import { httpTileReader, type TileReader } from '@inkproof/proof/tile'

const TIMEOUT_MS = 10_000
const POLICY_TIMEOUT_MS = 5_000

/** Two labels or more, the last one not a number: neither an IP address nor a port. */
const DOMAIN_PATTERN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/** A node that answers at this address. */
export function nodeAt(url: string) {
  return nodeFromRpc(httpRpc(url, (input, init) => send(String(input), TIMEOUT_MS, init)))
}

/** Reads the files of the record at this address. */
export function readRecordAt(url: string): TileReader {
  return httpTileReader(url.replace(/\/+$/, ''), (path) =>
    send(path, TIMEOUT_MS, { cache: 'no-cache' }),
  )
}

/** Whether text is a domain that can publish a policy. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && DOMAIN_PATTERN.test(text)
}

/** Fetches the policy that a domain publishes, without following redirects. Rejects when it cannot be used. */
export async function fetchDomainPolicy(domain: string): Promise<Policy> {
  const url = `https://${domain}/.well-known/inkproof/policy.json`
  const response = await send(url, POLICY_TIMEOUT_MS, { redirect: 'error', cache: 'no-cache' })
  if (!response.ok) throw new Error(`${domain}: ${response.status}`)
  const bytes = await response.arrayBuffer()
  return parsePolicy(new TextDecoder().decode(bytes.slice(0, MAX_POLICY_BYTES + 1)))
}

function send(url: string, timeoutMs: number, init?: RequestInit): Promise<Response> {
  return fetch(url, {
    ...init,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  })
}
