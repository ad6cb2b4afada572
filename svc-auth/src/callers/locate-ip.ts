/** Finds the country of an IP address in a local database, so no address leaves the service. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIPv6 } from 'node:net'
import { LOCAL_NETWORK, UNKNOWN_LOCATION } from '@inkproof/texts/origin'
import { type CountryResponse, Reader } from 'mmdb-lib'

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

const LOCAL = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  LOCAL.addSubnet(network, bits)
LOCAL.addSubnet('fc00::', 7, 'ipv6')
LOCAL.addSubnet('fe80::', 10, 'ipv6')
LOCAL.addAddress('::1', 'ipv6')

/** Returns the ISO 3166 code of an address's country, `LOCAL_NETWORK` or `UNKNOWN_LOCATION`. */
export type LocateIp = (address: string) => string

/** Reads the database (8 MB) and returns the function that looks up addresses. */
export function createIpLocator(): LocateIp {
  const path = createRequire(import.meta.url).resolve(DATABASE)
  const reader = new Reader<CountryResponse & { country_code?: string }>(readFileSync(path))
  return (address) => {
    if (LOCAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return LOCAL_NETWORK
    return lookUpCountry(reader, address) ?? UNKNOWN_LOCATION
  }
}

function lookUpCountry(
  reader: Reader<CountryResponse & { country_code?: string }>,
  address: string,
): string | undefined {
  try {
    return reader.get(address)?.country_code
  } catch {
    return undefined
  }
}
