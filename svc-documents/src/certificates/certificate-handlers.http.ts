/** What answers each call about the certificates of a workspace. */
import type { certificateCalls } from '@inkproof/protocol/calls/certificates'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import type { CertificateStore } from './certificate-store.ts'
import { type CertifyDeps, certify, certifyAll, type Owner } from './certify.ts'
import { assertIntact } from './intact.ts'
import { behindLink, type LinkDeps, type ListDeps, list, one, type SurroundDeps } from './list.ts'
import { ownedBy } from './owned.ts'
import { type ProveDeps, proofFileName, prove } from './prove.ts'
import { type RevokeDeps, revoke } from './revoke.ts'

export type CertificateHandlersDeps = CertifyDeps &
  RevokeDeps &
  ListDeps &
  LinkDeps &
  SurroundDeps &
  ProveDeps & { certificates: CertificateStore }

export function certificateHandlers(
  deps: CertificateHandlersDeps,
): Handlers<typeof certificateCalls> {
  const { certificates } = deps
  return {
    certifyDocument: async ({ body, session }) =>
      one(deps, await certify(deps, ownerOf(session), body)),

    certifyMany: async ({ body, session }) => {
      const rows = await certifyAll(deps, ownerOf(session), body.certificates)
      return { certificates: rows.map(({ _id, index }) => ({ id: _id, index })) }
    },

    listCertificates: ({ query, session: { workspaceId } }) =>
      'shareLink' in query
        ? behindLink(deps, workspaceId, query.shareLink)
        : list(deps, workspaceId, query.cursor),

    showCertificate: async ({ params, session }) =>
      one(deps, await ownedBy(certificates, session.workspaceId, params.id)),

    downloadProof: async ({ params, session, res }) => {
      const row = await ownedBy(certificates, session.workspaceId, params.id)
      const { revokedBy } = await one(deps, row)
      const text = await prove(deps, row, revokedBy)
      res.attachment(proofFileName(row))
      return text
    },

    revokeCertificate: async ({ params, session, body }) => {
      const row = await ownedBy(certificates, session.workspaceId, params.id)
      await assertIntact(deps, [row])
      const { opening } = await body()
      await revoke(deps, ownerOf(session), row, opening)
      return one(deps, row)
    },
  }
}

function ownerOf({ accountId, workspaceId }: Owner): Owner {
  return { accountId, workspaceId }
}
