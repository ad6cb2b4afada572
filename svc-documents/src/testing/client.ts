/** Calls svc-documents as a front end does. */
import { randomBytes } from 'node:crypto'
import { toHex } from '@inkproof/proof/bytes'
import { KINDS, makeOpening, NO_PREVIOUS } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import type { Certificate, CertifyRequest, OpeningJson } from '@inkproof/protocol/certificates'
import { Heads } from '@inkproof/protocol/log'

export type Client = {
  request(method: string, path: string, body?: unknown, token?: string): Promise<Response>
  certify(token: string, request?: CertifyRequest): Promise<Certificate>
  heads(): Promise<Heads>
}

export function createClient(port: number): Client {
  const request: Client['request'] = (method, path, body, token) =>
    fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: {
        accept: 'application/problem+json, application/json, text/plain, text/html',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    request,
    certify: async (token, certification = certifyRequest()) => {
      const response = await request('POST', '/certificates', certification, token)
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
      return (await response.json()) as Certificate
    },
    heads: async () => Heads.parse(await (await request('GET', '/log/heads')).json()),
  }
}

/** Creates a request as the browser does, with a random fingerprint. */
export function certifyRequest(change: Partial<CertifyRequest> = {}): CertifyRequest {
  return {
    id: randomBytes(16).toString('base64url'),
    opening: openingJson(),
    fileName: 'lease.pdf',
    fileSize: 48_213,
    findable: false,
    showIssuer: true,
    ...change,
  }
}

export function openingJson(
  change: {
    kind?: number
    previous?: number
    fingerprint?: Uint8Array
    claims?: Record<string, string>
  } = {},
): OpeningJson {
  const claims = change.claims ?? { title: 'Lease 2026', issuer: 'Ada Example' }
  const opening = makeOpening({
    kind: change.kind ?? KINDS.certified,
    fingerprint: change.fingerprint ?? new Uint8Array(randomBytes(32)),
    claims: Object.entries(claims).map(([name, value]) => ({ name, value })),
    previous: change.previous === undefined ? NO_PREVIOUS : BigInt(change.previous),
  })
  // A request discloses every claim.
  return openingToJson(opening) as OpeningJson
}

/** Creates the opening that revokes a certificate. */
export function makeRevocation(
  certificate: Pick<Certificate, 'index' | 'fingerprint'>,
  reason?: string,
): OpeningJson {
  return openingJson({
    kind: KINDS.revoked,
    previous: certificate.index,
    fingerprint: new Uint8Array(Buffer.from(certificate.fingerprint, 'hex')),
    claims: reason === undefined ? {} : { reason },
  })
}

export function randomFingerprint(): string {
  return toHex(new Uint8Array(randomBytes(32)))
}

/** Polls until the result satisfies the condition. Throws on timeout. */
export async function until<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (Date.now() > deadline)
      throw new Error(`condition not met after ${timeoutMs} ms: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
