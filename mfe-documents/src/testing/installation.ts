import { formatAnchorFile } from '@inkproof/proof/anchor-file'
import { buildProof } from '@inkproof/proof/build'
import { toHex } from '@inkproof/proof/bytes'
import {
  CHAIN_ID,
  CONTRACT,
  OPERATOR,
  ORIGIN,
  sampleCase,
} from '@inkproof/proof/testing/sample-log'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Answer, Asked } from './service.ts'

/** A log with one certificate of ours in it, anchored, and what its installation answers about it. */
export async function sampleInstallation({ invalid = [] as bigint[] } = {}) {
  const log = sampleCase({ invalid })
  const { read, opening, index, checkpoint, vkey, chain, snapshot } = log
  const input = { read, opening, index, checkpoint, logKey: vkey }
  const proof = await buildProof({ ...input, chain, status: snapshot })
  const unanchored = await buildProof(input)
  const withoutStatus = await buildProof({ ...input, chain })
  const fingerprint = toHex(log.fingerprint)
  const certificate = certificateOf(fingerprint)
  const answers: Record<string, (asked: Asked) => Answer | Promise<Answer>> = {
    '/log/policy.json': () => ({ body: policyOf(vkey) }),
    '/log/anchor/latest': () => ({ body: anchorOf(log) }),
    '/api/v1/lookup': ({ body }) => ({
      body: { certificates: isFor(body, fingerprint) ? [certificate] : [] },
    }),
    '/api/v1/shares/link-12345': () => ({ body: certificate }),
    '/api/v1/shares/link-12345/proof': () => ({ body: proof }),
    '/api/v1/chain': ({ body }) => ({
      body: { jsonrpc: '2.0', id: 1, result: rpc(body, log.hash) },
    }),
  }
  async function handler(asked: Asked): Promise<Answer> {
    const known = answers[asked.path]
    if (known !== undefined) return known(asked)
    const tile = /^\/log\/(tile\/.*)$/.exec(asked.path)?.[1]
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

function anchorOf({ size, checkpoint, chain, hash, snapshot }: ReturnType<typeof sampleCase>) {
  return formatAnchorFile({
    size,
    checkpoint,
    chain,
    txHash: `0x${'1'.repeat(64)}`,
    blockNumber: 4242n,
    blockHash: hash,
    blockTime: '2026-09-21T14:13:20.000Z',
    status: snapshot,
  })
}

/** A node whose block 4242 is the anchor's. */
function rpc(body: unknown, hash: string): unknown {
  const { method, params } = body as { method: string; params: unknown[] }
  if (method === 'eth_chainId') return `0x${CHAIN_ID.toString(16)}`
  const number = params[0] === '0x1092' ? params[0] : '0x2000'
  return { number, hash }
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
