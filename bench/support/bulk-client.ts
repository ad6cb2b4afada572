import { randomBytes } from 'node:crypto'
import { KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { SignedIn, VERIFICATION_PLACEHOLDER } from '@inkproof/protocol/auth'
import { BulkRequest } from '@inkproof/protocol/certificates'

/** Registers an account and returns its token. */
export async function register(origin: string): Promise<string> {
  const person = {
    email: `bench-${randomBytes(6).toString('hex')}@example.org`,
    password: randomBytes(18).toString('base64url'),
    turnstileToken: VERIFICATION_PLACEHOLDER,
  }
  const response = await post(`${origin}/api/auth/register`, JSON.stringify(person))
  return SignedIn.parse(JSON.parse(response)).token
}

/** Builds the body of a bulk request for `documentCount` new documents. Call it before measuring. */
export function buildBulkBody(documentCount: number): string {
  const certificates = Array.from({ length: documentCount }, (_, index) => ({
    id: randomBytes(16).toString('base64url'),
    opening: openingToJson(
      makeOpening({
        kind: KINDS.certified,
        fingerprint: randomBytes(32),
        claims: [{ name: 'title', value: `Document ${index}` }],
      }),
    ),
    fileName: `document-${index}.pdf`,
    fileSize: 48_213,
    findable: false,
    showIssuer: true,
  }))
  return JSON.stringify(BulkRequest.parse({ certificates }))
}

export async function certifyBulk(origin: string, token: string, body: string): Promise<void> {
  await post(`${origin}/api/v1/certificates/bulk`, body, token)
}

async function post(url: string, body: string, token?: string): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status >= 300) throw new Error(`${response.status}: ${text}`)
  return text
}
