/** What the check of a PDF's signing request may know and request: this page's trust settings, record and node. */
import { showRootCertificate } from '@inkproof/protocol/calls/signing-authority'
import { call } from '@inkproof/slice-parts/call'
import type { Question } from '../pdf-signatures/messages.ts'
import type { RecordAccess } from '../pdf-signatures/run-worker.ts'
import { rpcFor } from './chain-node.ts'
import { completeProof } from './check-proof.ts'
import { getOwnRecord } from './installation.api.ts'
import { policyFor, recordOpener } from './trust-policy.ts'
import { useVerifyOptions } from './verify-options.store.ts'

let cachedAuthority: Promise<Uint8Array[]> | undefined

/** Of this installation's record, and of those that the user trusts. */
export const recordAccess: RecordAccess = {
  loadTrust: async () => {
    const [policy, authorities] = await Promise.all([loadPolicy(), loadAuthority()])
    return { authorities, policy, hasNode: useVerifyOptions.getState().node.kind !== 'none' }
  },
  answer: async (question: Question) => {
    switch (question.kind) {
      case 'rpc':
        return await rpcFor(useVerifyOptions.getState().node)?.(question.method, question.params)
      case 'file':
        return await readFile(question.origin, question.path)
      case 'proof': {
        const own = await getOwnRecord().catch(() => null)
        const completed = own && (await completeProof(question.proof, own).catch(() => null))
        return completed ?? question.proof
      }
    }
  },
}

async function loadPolicy() {
  const own = await getOwnRecord().catch(() => null)
  return policyFor(useVerifyOptions.getState().trusted, own)
}

/** Only records that the user trusts are read, never one that only the file names. */
async function readFile(origin: string, path: string): Promise<Uint8Array> {
  const own = await getOwnRecord().catch(() => null)
  const policy = policyFor(useVerifyOptions.getState().trusted, own)
  const record =
    policy === 'none' ? undefined : policy.records.find((item) => item.origin === origin)
  const read = record && recordOpener(own)(record)
  if (!read) throw new Error('the record has no known address')
  return await read(path)
}

/** The root of this installation's digital IDs; none while it cannot be loaded, which no answer depends on. */
function loadAuthority(): Promise<Uint8Array[]> {
  cachedAuthority ??= call(showRootCertificate, {})
    .then(async (root) => [new Uint8Array(await root.arrayBuffer())])
    .catch(() => {
      cachedAuthority = undefined
      return []
    })
  return cachedAuthority
}
