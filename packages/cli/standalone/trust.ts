/** What the user trusts, as entered on the page. */
import type { BlockSource } from '@inkproof/proof/block-source'
import { from0x } from '@inkproof/proof/bytes'
import { mergePolicies, type Policy, policyFromVkey } from '@inkproof/proof/policy'
import type { VerifyInput } from '@inkproof/proof/verify'
import { makeTexts } from '@inkproof/texts/make-texts'
import { fetchDomainPolicy, isDomain, nodeAt, readRecordAt } from './online.ts'

const { t } = makeTexts((message) => message)

/** Values of the fields. `policy` is the dropped policy file, if the user has selected its checkbox. */
export type TrustFields = {
  policy: Policy | null
  key: string
  block: string
  isOnline: boolean
  node: string
  record: string
  existenceOnly: boolean
}

/** The part of the verifier's input that the user's trust determines. */
export type Trust = Pick<VerifyInput, 'policy' | 'blocks' | 'openRecord' | 'existenceOnly'>

/** Reads the fields. Rejects with a message for the user if one is invalid, or a domain cannot be asked. */
export async function readTrust(fields: TrustFields): Promise<Trust> {
  const { isOnline, record, existenceOnly } = fields
  if (record !== '') assertAddress(record)
  return {
    policy: await readPolicy(fields),
    blocks: readBlocks(fields),
    existenceOnly,
    openRecord: ({ url }) => {
      const address = record || url
      return isOnline && address !== '' ? readRecordAt(address) : undefined
    },
  }
}

async function readPolicy({ policy, key, isOnline }: TrustFields): Promise<Policy | 'none'> {
  const policies = [
    ...(policy === null ? [] : [policy]),
    ...(key === '' ? [] : [key.includes('+') ? policyFromVkey(key) : await ask(key, isOnline)]),
  ]
  const merged = policies.length === 0 ? null : mergePolicies(policies)
  return merged === null || merged.records.length === 0 ? 'none' : merged
}

async function ask(domain: string, isOnline: boolean): Promise<Policy> {
  if (!isDomain(domain)) throw new Error(t('This is neither a log key nor a domain.'))
  if (!isOnline) throw new Error(t('Select “Check online” to ask the domain for its policy.'))
  try {
    return await fetchDomainPolicy(domain)
  } catch {
    throw new Error(
      t('The policy of {domain} could not be read. Download it and drop it above.', { domain }),
    )
  }
}

function readBlocks({ block, isOnline, node }: TrustFields): BlockSource {
  if (isOnline && node !== '') {
    assertAddress(node)
    return { kind: 'node', node: nodeAt(node) }
  }
  if (block === '') return { kind: 'offline' }
  if (!/^0x[0-9a-fA-F]{64}$/.test(block)) {
    throw new Error(t('A block hash is 0x followed by 64 hex characters.'))
  }
  return { kind: 'trusted block hashes', hashes: [from0x(block)] }
}

function assertAddress(url: string): void {
  if (!/^https?:\/\/[^\s]+$/.test(url)) {
    throw new Error(t('An address starts with https:// or http://.'))
  }
}
