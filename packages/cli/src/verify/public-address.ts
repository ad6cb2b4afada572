/**
 * Which addresses are public. The modules of Node.js are imported on demand: most verifications use no address.
 */
import type { BlockList } from 'node:net'

/** Addresses that no public web server has (RFC 6890 and the registries of special-purpose addresses). */
const SPECIAL: readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]

/** Addresses of IPv6 that are assigned to public servers, except the special ones. */
const PUBLIC_IPV6: typeof SPECIAL = [['2000::', 3, 'ipv6']]

/** An IP address and its family. */
export type Address = { address: string; family: 4 | 6 }

/** Whether a public web server can have this address. */
export async function isPublicAddress({ address, family }: Address): Promise<boolean> {
  const special = await createBlockList(SPECIAL)
  if (family === 4) return !special.check(address, 'ipv4')
  const publicIpv6 = await createBlockList(PUBLIC_IPV6)
  return publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

async function createBlockList(networks: typeof SPECIAL): Promise<BlockList> {
  const { BlockList } = await import('node:net')
  const list = new BlockList()
  for (const [network, prefix, family] of networks) list.addSubnet(network, prefix, family)
  return list
}

/**
 * Resolves a domain once and returns its first address. Throws if the domain does not resolve, or any of its addresses
 * is private: such a domain could point at a server in the user's own network.
 */
export async function resolvePublicAddress(domain: string): Promise<Address> {
  const { lookup } = await import('node:dns/promises')
  const addresses = (await lookup(domain, { all: true })) as Address[]
  const [first] = addresses
  if (!first) throw new Error('the domain has no address')
  const arePublic = await Promise.all(addresses.map(isPublicAddress))
  if (arePublic.includes(false)) throw new Error('the domain has a private address')
  return first
}
