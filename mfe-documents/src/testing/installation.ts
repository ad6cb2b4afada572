import { formatAnchorFile } from '@inkproof/proof/anchor-file'
import { buildProof } from '@inkproof/proof/build'
import { to0x, toHex } from '@inkproof/proof/bytes'
import {
  BLOCK_TIME,
  CHAIN_ID,
  CONTRACT,
  OPERATOR,
  ORIGIN,
  sampleAnchor,
  sampleCase,
} from '@inkproof/proof/testing/sample-log'
import type { Certificate, SharedCertificate } from '@inkproof/protocol/certificates'
import type { FirstAnchor } from '@inkproof/protocol/log'
import type { ReceivedRequest, StubResponse } from './service.ts'

const ANCHORED = { number: 4242n, time: BLOCK_TIME }
const ANCHORED_AGAIN = { number: 5000n, time: BLOCK_TIME + 3_600n }

/**
 * An anchored log with one certificate, and the responses of its installation. `invalid` lists the indexes of the
 * entries that the status marks as revoked. With `isAnchoredAgain`, the newest anchor is an hour later than the first.
 */
export async function sampleInstallation({
  invalid = [] as bigint[],
  isAnchoredAgain = false,
} = {}) {
  const log = sampleCase({ invalid })
  const { read, opening, index, checkpoint, vkey, chain, snapshot } = log
  const input = { read, opening, index, checkpoint, logKey: vkey }
  const proof = await buildProof({ ...input, chain, status: snapshot })
  const unanchored = await buildProof(input)
  const withoutStatus = await buildProof({ ...input, chain })
  const [first, again] = [makeAnchor(log, ANCHORED), makeAnchor(log, ANCHORED_AGAIN)]
  const fingerprint = toHex(log.fingerprint)
  const certificate = certificateWith(fingerprint)
  const responses: Record<
    string,
    (request: ReceivedRequest) => StubResponse | Promise<StubResponse>
  > = {
    '/log/policy.json': () => ({ body: makePolicy(vkey) }),
    '/log/anchor/latest': () => ({ body: isAnchoredAgain ? again.text : first.text }),
    [`/log/anchor/${log.size}`]: () => ({ body: first.text }),
    [`/api/v1/anchors?covering=${index}`]: () => ({ body: { anchor: first.head } }),
    '/api/v1/lookup': ({ body }) => ({
      body: { certificates: hasFingerprint(body, fingerprint) ? [certificate] : [] },
    }),
    '/api/v1/shares/link-12345': () => ({ body: certificate }),
    '/api/v1/shares/link-12345/proof': () => ({ body: proof }),
    '/api/v1/chain': ({ body }) => ({
      body: { jsonrpc: '2.0', id: 1, result: rpc(body, [first, again]) },
    }),
  }
  async function handler(request: ReceivedRequest): Promise<StubResponse> {
    const respond = responses[request.path]
    if (respond !== undefined) return respond(request)
    const tile = /^\/log\/(tile\/.*)$/.exec(request.path)?.[1]
    if (tile === undefined) return { status: 404, body: 'There is nothing at this address.' }
    const bytes = await read(tile).catch(() => null)
    return bytes === null
      ? { status: 404, body: 'There is nothing at this address.' }
      : { body: bytes }
  }
  return { handler, proof, unanchored, withoutStatus, fingerprint, certificate, vkey }
}

function makePolicy(logKey: string): object {
  const trusted = { chainId: CHAIN_ID, contract: CONTRACT, operator: OPERATOR, embedded: false }
  return { origin: ORIGIN, logKey, ...trusted }
}

type Anchored = { head: NonNullable<FirstAnchor['anchor']>; text: string }

function makeAnchor(
  log: ReturnType<typeof sampleCase>,
  block: { number: bigint; time: bigint },
): Anchored {
  const { size, checkpoint, snapshot: status } = log
  const { chain, blockHash: hash } = sampleAnchor(log, block)
  const location = {
    txHash: `0x${'1'.repeat(64)}`,
    blockHash: to0x(hash),
    blockTime: new Date(Number(block.time) * 1_000).toISOString(),
  }
  const blockNumber = block.number
  return {
    head: { size: Number(size), blockNumber: Number(blockNumber), ...location },
    text: formatAnchorFile({ size, checkpoint, chain, status, blockNumber, ...location }),
  }
}

/** Responds as a node that has the anchors' blocks. */
function rpc(body: unknown, anchors: readonly Anchored[]): unknown {
  const { method, params } = body as { method: string; params: unknown[] }
  if (method === 'eth_chainId') return `0x${CHAIN_ID.toString(16)}`
  const anchor = anchors.find(({ head }) => params[0] === `0x${head.blockNumber.toString(16)}`)
  return { number: anchor ? params[0] : '0x2000', hash: anchor?.head.blockHash }
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
