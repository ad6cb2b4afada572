/** Certifies and revokes documents without a browser. */
import { randomBytes } from 'node:crypto'
import { fromHex } from '@inkproof/proof/bytes'
import { KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { followHeads } from '@inkproof/protocol/calls/log'
import type { Certificate, CertifyRequest, OpeningJson } from '@inkproof/protocol/certificates'

/** Creates a certification request for a new document with these claims. */
export function createCertifyRequest(
  values: Readonly<Record<string, string>> = { title: 'Lease 2026' },
): CertifyRequest {
  const fingerprint = new Uint8Array(randomBytes(32))
  const claims = Object.entries(values).map(([name, value]) => ({ name, value }))
  const opening = makeOpening({ kind: KINDS.certified, fingerprint, claims })
  return {
    id: randomBytes(16).toString('base64url'),
    opening: openingToJson(opening) as OpeningJson,
    fileName: 'lease.pdf',
    fileSize: 48_213,
    findable: true,
    showIssuer: true,
  }
}

/** Creates the opening of the entry that revokes a certificate. */
export function createRevocationOpening({ index, fingerprint }: Certificate): OpeningJson {
  const opening = makeOpening({
    kind: KINDS.revoked,
    fingerprint: fromHex(fingerprint),
    claims: [],
    previous: BigInt(index),
  })
  return openingToJson(opening) as OpeningJson
}

/** Resolves once a signed state of the record covers the entry at this index. */
export async function waitUntilSigned(origin: string, index: number): Promise<void> {
  await waitForHead(origin, /"checkpoint":\{"size":(\d+)/g, index)
}

/** Resolves once the entry at this index is final on the blockchain, so that pages about it no longer change. */
export async function waitUntilFinal(origin: string, index: number): Promise<void> {
  await waitForHead(origin, /"settled":\{"size":(\d+)/g, index)
}

async function waitForHead(origin: string, pattern: RegExp, index: number): Promise<void> {
  const { body } = await fetch(`${origin}${followHeads.path}`)
  let text = ''
  for await (const bytes of body as ReadableStream<Uint8Array>) {
    text += Buffer.from(bytes).toString()
    const sizes = [...text.matchAll(pattern)].map(([, size]) => Number(size))
    if (sizes.some((size) => size > index)) return
  }
  throw new Error('the stream of heads ended')
}
