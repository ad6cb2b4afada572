import { readFile } from 'node:fs/promises'
import {
  createPolicy,
  type Policy,
  parsePolicy,
  policyFromTxt,
  policyFromVkey,
} from '@inkproof/proof/policy'
import { UsageError } from './arguments.ts'

/**
 * Items that are read as files. No other item is read as a file, because the sender of the document could have put a
 * file of that name into the working directory.
 */
const FILE_PATTERN = /[/\\]|\.json$/

const NO_RECORDS = ['ENODATA', 'ENOTFOUND']

const DOMAIN_PATTERN =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/**
 * Reads the user's policy: each item is a log's key, a policy file (its name ends in `.json` or
 * contains a slash), or a domain whose TXT records at `_inkproof.<domain>` name its log. Without
 * items the result is `'none'`.
 *
 * @throws UsageError for an item that is none of these, cannot be read, or needs a network while
 * offline
 */
export async function readTrust(
  items: readonly string[],
  offline: boolean,
): Promise<Policy | 'none'> {
  const policies = await Promise.all(items.map((item) => readTrustItem(item, offline)))
  return policies.length === 0 ? 'none' : createPolicy(policies.flatMap(({ logs }) => logs))
}

async function readTrustItem(item: string, offline: boolean): Promise<Policy> {
  if (/\+[0-9a-f]{8}\+/.test(item)) return withItemInError(item, () => policyFromVkey(item))
  if (FILE_PATTERN.test(item)) {
    const text = await readFile(item, 'utf8').catch(() => null)
    if (text === null) throw new UsageError(`--trust ${item}: the file cannot be read.`)
    return withItemInError(item, () => parsePolicy(text))
  }
  if (!DOMAIN_PATTERN.test(item)) {
    throw new UsageError(
      `--trust "${item}" is not a key, a domain or a policy file (which ends in .json or contains a slash).`,
    )
  }
  if (offline)
    throw new UsageError(`--trust ${item} requires a DNS lookup, which --offline forbids.`)
  const records = await lookUpTxt(item)
  if (!records) throw new UsageError(`--trust ${item}: the DNS server did not respond.`)
  return withItemInError(item, () => policyFromTxt(records))
}

/**
 * Returns the TXT records of `_inkproof.<domain>`; undefined if the domain is invalid or DNS does not
 * respond.
 */
export async function lookUpTxt(domain: string): Promise<string[] | undefined> {
  if (!DOMAIN_PATTERN.test(domain)) return undefined
  // Most verifications need no DNS, so the resolver is loaded on demand.
  const { default: dns } = await import('node:dns/promises')
  try {
    const records = await dns.resolveTxt(`_inkproof.${domain}`)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    // Only an explicit "no such record" from DNS counts as having no records.
    const { code = '' } = error as NodeJS.ErrnoException
    return NO_RECORDS.includes(code) ? [] : undefined
  }
}

function withItemInError(item: string, createItemPolicy: () => Policy): Policy {
  try {
    return createItemPolicy()
  } catch (error) {
    throw new UsageError(`--trust ${item}: ${error instanceof Error ? error.message : error}`)
  }
}
