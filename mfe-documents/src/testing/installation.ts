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
import type { Answer, ReceivedRequest } from './service.ts'

const ANCHORED = { number: 4242n, time: BLOCK_TIME }
const ANCHORED_AGAIN = { number: 5000n, time: BLOCK_TIME + 3_600n }

/**
 * An anchored log with one certificate, and the responses of its installation. `isAnchoredAgain`: the newest anchor
 * is an hour later.
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
  const [first, again] = [anchorOf(log, ANCHORED), anchorOf(log, ANCHORED_AGAIN)]
  const fingerprint = toHex(log.fingerprint)
  const certificate = certificateOf(fingerprint)
  const answers: Record<string, (request: ReceivedRequest) => Answer | Promise<Answer>> = {
    '/log/policy.json': () => ({ body: policyOf(vkey) }),
    '/log/anchor/latest': () => ({ body: isAnchoredAgain ? again.text : first.text }),
    [`/log/anchor/${log.size}`]: () => ({ body: first.text }),
    [`/api/v1/anchors?covering=${index}`]: () => ({ body: { anchor: first.head } }),
    '/api/v1/lookup': ({ body }) => ({
      body: { certificates: isFor(body, fingerprint) ? [certificate] : [] },
    }),
    '/api/v1/shares/link-12345': () => ({ body: certificate }),
    '/api/v1/shares/link-12345/proof': () => ({ body: proof }),
    '/api/v1/chain': ({ body }) => ({
      body: { jsonrpc: '2.0', id: 1, result: rpc(body, [first, again]) },
    }),
  }
  async function handler(request: ReceivedRequest): Promise<Answer> {
    const known = answers[request.path]
    if (known !== undefined) return known(request)
    const tile = /^\/log\/(tile\/.*)$/.exec(request.path)?.[1]
    if (tile === undefined) return { status: 404, body: 'There is nothing at this address.' }
    const bytes = await read(tile).catch(() => null)
    return bytes === null
      ? { status: 404, body: 'There is nothing at this address.' }
      : { body: bytes }
  }
  return { handler, proof, unanchored, withoutStatus, fingerprint, certificate, vkey }
}

function policyOf(logKey: string): object {
  const place = { chainId: CHAIN_ID, contract: CONTRACT, operator: OPERATOR, embedded: false }
  return { origin: ORIGIN, logKey, ...place }
}

type Anchored = { head: NonNullable<FirstAnchor['anchor']>; text: string }

function anchorOf(
  log: ReturnType<typeof sampleCase>,
  at: { number: bigint; time: bigint },
): Anchored {
  const { size, checkpoint, snapshot: status } = log
  const { chain, blockHash: hash } = sampleAnchor(log, at)
  const found = {
    txHash: `0x${'1'.repeat(64)}`,
    blockHash: to0x(hash),
    blockTime: new Date(Number(at.time) * 1_000).toISOString(),
  }
  const blockNumber = at.number
  return {
    head: { size: Number(size), blockNumber: Number(blockNumber), ...found },
    text: formatAnchorFile({ size, checkpoint, chain, status, blockNumber, ...found }),
  }
}

/** A node that has the anchors' blocks. */
function rpc(body: unknown, anchors: readonly Anchored[]): unknown {
  const { method, params } = body as { method: string; params: unknown[] }
  if (method === 'eth_chainId') return `0x${CHAIN_ID.toString(16)}`
  const found = anchors.find(({ head }) => params[0] === `0x${head.blockNumber.toString(16)}`)
  return { number: found ? params[0] : '0x2000', hash: found?.head.blockHash }
}

function isFor(body: unknown, fingerprint: string): boolean {
  return (body as { fingerprint: string }).fingerprint === fingerprint
}

export function certificateOf(fingerprint: string): SharedCertificate {
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
export function ownCertificateOf(fingerprint: string): Certificate {
  return {
    ...certificateOf(fingerprint),
    id: certificateId(1),
    findable: false,
    showIssuer: true,
    opening: { kind: 1, previous: null, salt: 'A'.repeat(43), fingerprint, claims: [] },
  }
}

/** A certificate's id that contains this number. */
export function certificateId(number: number): string {
  return String(number).padStart(22, 'A')
}
