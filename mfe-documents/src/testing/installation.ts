import { fromHex, randomBytes, toHex } from '@inkproof/proof/bytes'
import { createSampleRecord } from '@inkproof/proof/testing/sample-record'
import { createSampleWitness } from '@inkproof/proof/testing/verdict-cases'
import type { Certificate, SharedCertificate } from '@inkproof/protocol/certificates'
import type { FirstAnchor } from '@inkproof/protocol/log'
import type { ReceivedRequest, StubResponse } from './service.ts'

const NOTHING = { status: 404, body: 'There is nothing at this address.' }

type Options = {
  /** Whether the certificate was revoked after its proof file was saved. */
  isRevoked?: boolean
  /** Adds an entry and an anchor after the proof file was saved. */
  isAnchoredAgain?: boolean
  /** Whether the policy requires a witness that has cosigned only what was anchored after the proof file was saved. */
  needsWitness?: boolean
}

/**
 * An installation whose record has one certificate, anchored an hour ago, and its responses. `proof` was saved after
 * that anchor, `unanchored` before it.
 */
export async function sampleInstallation({
  isRevoked = false,
  isAnchoredAgain = true,
  needsWitness = false,
}: Options = {}) {
  const witness = createSampleWitness('one')
  const policy = needsWitness ? { witnesses: `${witness.line}quorum one\n` } : {}
  const record = createSampleRecord({ startsAt: new Date(Date.now() - 3_600_000) })
  const fingerprint = toHex(randomBytes(32))
  record.certify(randomBytes(32))
  record.certify(randomBytes(32))
  const index = record.certify(fromHex(fingerprint), [{ name: 'title', value: 'Lease 2026' }])
  const unanchored = await record.proofFile(index)
  record.anchor()
  const proof = await record.proofFile(index)
  if (needsWitness) record.addCosigner((note) => witness.cosign(note, new Date()))
  if (isRevoked) record.revoke(index)
  if (isAnchoredAgain) {
    record.certify(randomBytes(32))
    record.anchor({ afterS: 3_500 })
  }
  record.mine(1)
  const certificate = certificateWith(fingerprint)
  const responses: Record<string, (body: unknown) => StubResponse | Promise<StubResponse>> = {
    '/log/policy.json': () => ({ body: record.policyText(policy) }),
    [`/api/v1/anchors?covering=${index}`]: () => ({ body: { anchor: firstAnchor() } }),
    '/api/v1/lookup': (body) => ({
      body: { certificates: hasFingerprint(body, fingerprint) ? [certificate] : [] },
    }),
    '/api/v1/shares/link-12345': () => ({ body: certificate }),
    '/api/v1/shares/link-12345/proof': () => ({ body: proof }),
    '/api/v1/chain': async (body) => {
      const { method, params } = body as { method: string; params: unknown[] }
      return { body: { jsonrpc: '2.0', id: 1, result: await record.rpc(method, params) } }
    },
  }

  function firstAnchor(): FirstAnchor['anchor'] {
    const [first] = record.anchors()
    if (!first) return null
    const { size, txHash, blockNumber, blockHash, blockTime } = first
    return { size: Number(size), txHash, blockNumber: Number(blockNumber), blockHash, blockTime }
  }

  async function handler({ path, body }: ReceivedRequest): Promise<StubResponse> {
    const respond = responses[path]
    if (respond !== undefined) return respond(body)
    const file = /^\/log\/(.*)$/.exec(path)?.[1]
    const bytes = file === undefined ? null : await record.read(file).catch(() => null)
    // Text encoders of jsdom return arrays of another realm.
    return bytes === null ? NOTHING : { body: Uint8Array.from(bytes) }
  }

  return { handler, record, index, proof, unanchored, fingerprint, certificate, vkey: record.vkey }
}

function hasFingerprint(body: unknown, fingerprint: string): boolean {
  return (body as { fingerprint: string }).fingerprint === fingerprint
}

export function certificateWith(fingerprint: string): SharedCertificate {
  return {
    index: 2,
    leafHash: 'f'.repeat(64),
    fingerprint,
    title: 'Lease 2026',
    note: null,
    issuer: 'Ana Reis',
    fileName: 'lease.pdf',
    fileSize: 1234,
    certifiedAt: '2026-05-03T10:00:00.000Z',
    revokedBy: null,
    shareLink: 'link-12345',
  }
}

/** The same certificate as its workspace sees it. */
export function ownCertificateWith(fingerprint: string): Certificate {
  return {
    ...certificateWith(fingerprint),
    id: certificateId(1),
    findable: false,
    showIssuer: true,
    opening: { kind: 1, previous: null, salt: 'A'.repeat(43), fingerprint, claims: [] },
  }
}

/** Returns a certificate id that contains this number. */
export function certificateId(number: number): string {
  return String(number).padStart(22, 'A')
}
