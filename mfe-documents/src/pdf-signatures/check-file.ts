import { checkSignedPdf } from '@inkproof/pdf-signatures/evidence/check-signed-pdf'
import { verifyRequest } from '@inkproof/pdf-signatures/evidence/verify-request'
import { isDecidedByRequest } from '@inkproof/pdf-signatures/verdict'
import { nodeFromRpc } from '@inkproof/proof/chain-rpc'
import type { FromWorker, Question, ToWorker, Trust } from './messages.ts'

export type CheckPorts = {
  post: (message: FromWorker) => void
  /** Resolves to the page's answer, and rejects without one. */
  ask: (question: Question) => Promise<unknown>
}

/**
 * Checks the signatures of a PDF file and, unless one of them is not valid, its signing request; the worker only connects
 * this to the browser.
 */
export async function checkFile(
  { evidence = [], file, ...trust }: Extract<ToWorker, { type: 'file' }>,
  { ask, post }: CheckPorts,
): Promise<void> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { authorities } = trust
    const { beside, report, request } = await checkSignedPdf(bytes, {
      authorities,
      evidence: evidence.map(({ text }) => text),
      now: new Date(),
    })
    const isOpen = isDecidedByRequest(report, request)
    const used = beside === null ? undefined : evidence[beside]?.id
    post({ type: 'checked', report, hasRequest: isOpen, ...(used && { evidence: used }) })
    if (!isOpen) return
    post({ type: 'verified', request: await verifyRequest(request, toInput(trust, ask)) })
  } catch {
    post({ type: 'failed' })
  }
}

function toInput({ hasNode, policy }: Trust, ask: CheckPorts['ask']) {
  const node = nodeFromRpc((method, params) => ask({ kind: 'rpc', method, params }))
  return {
    policy,
    blocks: hasNode ? { kind: 'node' as const, node } : { kind: 'offline' as const },
    openRecord:
      ({ origin }: { origin: string }) =>
      async (path: string) => {
        const bytes = await ask({ kind: 'file', origin, path })
        if (!(bytes instanceof Uint8Array)) throw new Error(`no file ${path}`)
        return bytes
      },
    completeProof: async (proof: string) => String(await ask({ kind: 'proof', proof })),
  }
}
