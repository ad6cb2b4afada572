import { readFile } from 'node:fs/promises'
import {
  type Policy,
  parsePolicy,
  policyFromTxt,
  policyFromVkey,
  policyOf,
} from '@inkproof/proof/policy'
import { UsageError } from './arguments.ts'

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/**
 * The policy that the reader named: each item is a log's key, a policy file, or a domain whose TXT
 * records at `_inkproof.<domain>` name its log. Nothing named is `'none'`.
 *
 * @throws UsageError for an item that is none of these, cannot be read, or needs a network while offline
 */
export async function readTrust(
  items: readonly string[],
  offline: boolean,
): Promise<Policy | 'none'> {
  const policies = await Promise.all(items.map((item) => readOne(item, offline)))
  return policies.length === 0 ? 'none' : policyOf(policies.flatMap(({ logs }) => logs))
}

async function readOne(item: string, offline: boolean): Promise<Policy> {
  if (/\+[0-9a-f]{8}\+/.test(item)) return named(item, () => policyFromVkey(item))
  const text = await readFile(item, 'utf8').catch(() => null)
  if (text !== null) return named(item, () => parsePolicy(text))
  if (!DOMAIN.test(item)) {
    throw new UsageError(
      `--trust "${item}" is no key, no policy file that can be read and no domain.`,
    )
  }
  if (offline) throw new UsageError(`--trust ${item} has to be looked up, which --offline forbids.`)
  const records = await lookUp(item)
  return named(item, () => policyFromTxt(records))
}

/** TXT records of `_inkproof.<domain>`; none when there are none or nobody answers. */
export async function lookUp(domain: string): Promise<string[]> {
  if (!DOMAIN.test(domain)) return []
  // Most verifications ask no domain: the resolver is loaded only where one is.
  const { resolveTxt } = await import('node:dns/promises')
  const records = await resolveTxt(`_inkproof.${domain}`).catch(() => [])
  return records.map((parts) => parts.join(''))
}

function named(item: string, make: () => Policy): Policy {
  try {
    return make()
  } catch (error) {
    throw new UsageError(`--trust ${item}: ${error instanceof Error ? error.message : error}`)
  }
}
