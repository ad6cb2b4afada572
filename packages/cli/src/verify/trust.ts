import { readFile } from 'node:fs/promises'
import type { ExpectedIssuer } from '@inkproof/proof/issuer-check'
import { mergePolicies, type Policy, parsePolicy, policyFromVkey } from '@inkproof/proof/policy'
import { type Connection, fetchDomainPolicy, isPolicyDomain } from './domain-policy.ts'
import { UsageError } from './usage-error.ts'

/**
 * Items that are read as files. No other item is read as a file, because the sender of the document could have put a
 * file of that name into the working directory.
 */
const FILE_PATTERN = /[/\\]|\.json$/

/** How domains are asked; without a connection, none is. */
type TrustOptions = { offline: boolean; connection?: Connection | undefined }

/**
 * Reads the user's policy: each item is a log's key, a policy file (its name ends in `.json` or
 * contains a slash), or a domain that publishes its policy. Without items the result is `'none'`.
 *
 * @throws UsageError for an item that is none of these, cannot be read, or needs a connection while offline, and for
 * policies that disagree
 */
export async function readTrust(
  items: readonly string[],
  options: TrustOptions,
): Promise<Policy | 'none'> {
  const policies = await Promise.all(items.map((item) => readTrustItem(item, options)))
  if (policies.length === 0) return 'none'
  const policy = explain('--trust', () => mergePolicies(policies))
  if (policy.records.length === 0) throw new UsageError('--trust: the policy names no record.')
  return policy
}

/** Reads the list of issuers of the domain that the user expects. @throws UsageError when it cannot be read */
export async function readIssuer(
  domain: string | null,
  { connection }: Pick<TrustOptions, 'connection'>,
): Promise<ExpectedIssuer | undefined> {
  if (domain === null) return undefined
  await assertDomain('--issuer', domain)
  const { issuers } = await fetchPolicy('--issuer', domain, connection)
  return { domain, issuers }
}

async function readTrustItem(item: string, { offline, connection }: TrustOptions): Promise<Policy> {
  const name = `--trust ${item}`
  if (/\+[0-9a-f]{8}\+/.test(item)) return explain(name, () => policyFromVkey(item))
  if (FILE_PATTERN.test(item)) {
    const text = await readFile(item, 'utf8').catch(() => null)
    if (text === null) throw new UsageError(`${name}: the file cannot be read.`)
    return explain(name, () => parsePolicy(text))
  }
  await assertDomain('--trust', item)
  if (offline) throw new UsageError(`${name} requires a connection, which --offline forbids.`)
  return await fetchPolicy('--trust', item, connection)
}

async function assertDomain(option: string, text: string): Promise<void> {
  if (await isPolicyDomain(text)) return
  if (option === '--issuer') throw new UsageError(`--issuer "${text}" is not a domain.`)
  throw new UsageError(
    `--trust "${text}" is not a key, a domain or a policy file (which ends in .json or contains a slash).`,
  )
}

async function fetchPolicy(
  option: string,
  domain: string,
  connection: Connection | undefined,
): Promise<Policy> {
  try {
    return await fetchDomainPolicy(domain, connection)
  } catch (error) {
    throw new UsageError(`${option} ${domain}: its policy cannot be used: ${messageOf(error)}`)
  }
}

function explain<T>(name: string, create: () => T): T {
  try {
    return create()
  } catch (error) {
    throw new UsageError(`${name}: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
