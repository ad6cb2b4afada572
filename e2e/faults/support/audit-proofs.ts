/** Verifies the proof files of acknowledged certificates against the blockchain. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex } from '@inkproof/proof/bytes'
import { httpRpc, nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { parsePolicy } from '@inkproof/proof/policy'
import { verify } from '@inkproof/proof/verify'
import { expect } from '@jest/globals'
import type { Installation } from './installation.ts'
import type { Ledger } from './ledger.ts'

/** Each proof file takes a few calls; the other certificates are compared with the record, which is checked completely. */
const VERIFIED = 40

/**
 * Expects that the proof files of up to {@link VERIFIED} certificates, evenly distributed, verify, and that those of revoked
 * certificates are reported as revoked.
 */
export async function expectVerified(
  { origin, chainUrl, stores: [folder] }: Installation,
  { certificates }: Ledger,
  revoked: ReadonlySet<string>,
): Promise<void> {
  const policy = parsePolicy(await readFile(join(folder, 'policy.json'), 'utf8'))
  const blocks = { kind: 'node', node: nodeFromRpc(httpRpc(chainUrl)) } as const
  const step = Math.ceil(certificates.length / VERIFIED)
  for (const { id, fingerprint, token } of certificates.filter((_, at) => at % step === 0)) {
    const response = await fetch(`${origin}/api/v1/certificates/${id}/proof`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const proofFile = await response.text()
    expect({ id, status: response.status, ...(!response.ok && { proofFile }) }).toEqual({
      id,
      status: 200,
    })
    const { verdict } = await verify({
      fingerprint: fromHex(fingerprint),
      proofFile,
      policy,
      blocks,
    })
    expect({ id, ...verdict }).toMatchObject({ id, code: revoked.has(id) ? 'revoked' : 'verified' })
  }
}
