/**
 * The policy that a domain publishes at `https://DOMAIN/.well-known/inkproof/policy.json`. Only that exact host is
 * asked, at the address to which it resolved once, with a valid certificate and without following redirects.
 */
import { MAX_POLICY_BYTES, type Policy, parsePolicy } from '@inkproof/proof/policy'
import { type Address, resolvePublicAddress } from './public-address.ts'

const POLICY_PATH = '/.well-known/inkproof/policy.json'
const TIMEOUT_MS = 5_000

/** Two labels or more, of letters, digits and hyphens, the last one not a number: neither an IP address nor a port. */
const DOMAIN_PATTERN =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/** Where the request is sent; tests replace it. */
export type Connection = {
  resolve: (domain: string) => Promise<Address>
  port: number
  /** Certificate authorities in PEM; undefined for those of Node.js. */
  ca?: string | undefined
}

const PUBLIC_WEB: Connection = { resolve: resolvePublicAddress, port: 443 }

/** Whether text is a domain that can publish a policy, and not a public suffix such as `co.uk`. */
export async function isPolicyDomain(text: string): Promise<boolean> {
  if (!DOMAIN_PATTERN.test(text)) return false
  // Most verifications name no domain, so the list of public suffixes is loaded on demand.
  const { getDomain } = await import('tldts')
  return getDomain(text, { allowPrivateDomains: true }) !== null
}

/** Fetches the policy of a domain. Throws an error whose message says why it cannot be used. */
export async function fetchDomainPolicy(
  domain: string,
  { resolve, port, ca }: Connection = PUBLIC_WEB,
): Promise<Policy> {
  const address = await resolve(domain)
  // Most verifications send no request, and this module takes longer to load than they take.
  const { get } = await import('node:https')
  const text = await new Promise<string>((fulfill, reject) => {
    const request = get(
      {
        host: domain,
        port,
        path: POLICY_PATH,
        servername: domain,
        headers: { host: domain, accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // The connection uses the address that was checked: the name is not resolved again.
        lookup: (_hostname, { all }, done) => {
          if (all) done(null, [address])
          else done(null, address.address, address.family)
        },
        ...(ca !== undefined && { ca }),
      },
      (response) => {
        const { statusCode } = response
        if (statusCode !== 200) {
          request.destroy()
          reject(new Error(`the server responded with status ${statusCode}`))
          return
        }
        const chunks: Buffer[] = []
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          if (length > MAX_POLICY_BYTES) {
            request.destroy(new Error('the policy is too large'))
          }
        })
        response.on('end', () => fulfill(Buffer.concat(chunks).toString('utf8')))
        response.on('error', reject)
      },
    )
    request.on('error', reject)
  })
  return parsePolicy(text)
}
