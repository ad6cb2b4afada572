import { readFile } from 'node:fs/promises'
import {
  createPolicy,
  type Policy,
  parsePolicy,
  policyFromTxt,
  policyFromVkey,
} from '@inkproof/proof/policy'
import { UsageError } from './arguments.ts'

/** Any other name is never looked for in the working folder: a sender could have put the file there. */
const FILE = /[/\\]|\.json$/

const NO_RECORDS = ['ENODATA', 'ENOTFOUND']

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/**
 * The policy that the reader named: each item is a log's key, a policy file (its name ends in `.json`
 * or has a slash), or a domain whose TXT records at `_inkproof.<domain>` name its log. Nothing named
 * is `'none'`.
 *
 * @throws UsageError for an item that is none of these, cannot be read, or needs a network while offline
 */
export async function readTrust(
  items: readonly string[],
  offline: boolean,
): Promise<Policy | 'none'> {
  const policies = await Promise.all(items.map((item) => readOne(item, offline)))
  return policies.length === 0 ? 'none' : createPolicy(policies.flatMap(({ logs }) => logs))
}

async function readOne(item: string, offline: boolean): Promise<Policy> {
  if (/\+[0-9a-f]{8}\+/.test(item)) return named(item, () => policyFromVkey(item))
  if (FILE.test(item)) {
    const text = await readFile(item, 'utf8').catch(() => null)
    if (text === null) throw new UsageError(`--trust ${item}: there is no such file to read.`)
    return named(item, () => parsePolicy(text))
  }
  if (!DOMAIN.test(item)) {
    throw new UsageError(
      `--trust "${item}" is no key, no domain, and no policy file: those end in .json or have a slash.`,
    )
  }
  if (offline) throw new UsageError(`--trust ${item} has to be looked up, which --offline forbids.`)
  const records = await lookUp(item)
  if (!records) throw new UsageError(`--trust ${item}: the name service did not answer.`)
  return named(item, () => policyFromTxt(records))
}

/** TXT records of `_inkproof.<domain>`; undefined when it is no domain or nobody answers. */
export async function lookUp(domain: string): Promise<string[] | undefined> {
  if (!DOMAIN.test(domain)) return undefined
  // Most verifications ask no domain: the resolver is loaded only where one is.
  const { default: dns } = await import('node:dns/promises')
  try {
    const records = await dns.resolveTxt(`_inkproof.${domain}`)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    // Only the name service's own "there is none" is an answer.
    const { code = '' } = error as NodeJS.ErrnoException
    return NO_RECORDS.includes(code) ? [] : undefined
  }
}

function named(item: string, make: () => Policy): Policy {
  try {
    return make()
  } catch (error) {
    throw new UsageError(`--trust ${item}: ${error instanceof Error ? error.message : error}`)
  }
}
