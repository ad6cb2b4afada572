/** The handlers of the calls about a workspace's certificates. */
import type { certificateCalls } from '@inkproof/protocol/calls/certificates'
import type { Session } from '@inkproof/service-kit/auth'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { clientAddress } from '@inkproof/service-kit/limit'
import type { Request } from 'express'
import type { ProveDeps } from '../anchors/prove-entry.ts'
import type { AdmitCertificates } from './admission.ts'
import type { CertificateStore } from './certificate-store.ts'
import { type CertifyDeps, certify, certifyAll, type Owner } from './certify.ts'
import { findInWorkspace } from './find-in-workspace.ts'
import { assertIntegrity } from './integrity.ts'
import {
  findByLink,
  getCertificate,
  type LinkDeps,
  type ListDeps,
  list,
  listOfFile,
  type RelatedDataDeps,
} from './list.ts'
import { proofFileName, prove } from './prove.ts'
import {
  findRevocationReceipt,
  getRevocationReceipt,
  type RevocationReceiptDeps,
} from './revocation-receipt.ts'
import { type RevokeDeps, revoke } from './revoke.ts'

export type CertificateHandlersDeps = Omit<CertifyDeps, 'admit'> &
  RevokeDeps &
  ListDeps &
  LinkDeps &
  RelatedDataDeps &
  ProveDeps &
  RevocationReceiptDeps & { certificates: CertificateStore; admitRequester: AdmitCertificates }

export function certificateHandlers(
  deps: CertificateHandlersDeps,
): Handlers<typeof certificateCalls> {
  const { certificates } = deps
  const certifyDeps = (session: Session, req: Request): CertifyDeps => ({
    ...deps,
    admit: (count, deduplicationKey) =>
      deps.admitRequester({ ...session, network: clientAddress(req) }, count, deduplicationKey),
  })
  return {
    certifyDocument: async ({ body, session, req }) =>
      getCertificate(deps, await certify(certifyDeps(session, req), toOwner(session), body)),

    certifyMany: async ({ body, session, req }) => {
      const rows = await certifyAll(certifyDeps(session, req), toOwner(session), body.certificates)
      return { certificates: rows.map(({ _id, index }) => ({ id: _id, index })) }
    },

    listCertificates: ({ query, session: { workspaceId } }) => {
      if ('shareLink' in query) return findByLink(deps, workspaceId, query.shareLink)
      const { fingerprint, cursor } = query
      return fingerprint === undefined
        ? list(deps, workspaceId, cursor)
        : listOfFile(deps, { workspaceId, fingerprint }, cursor)
    },

    showCertificate: async ({ params, session }) =>
      getCertificate(deps, await findInWorkspace(certificates, session.workspaceId, params.id)),

    downloadProof: async ({ params, session, res }) => {
      const row = await findInWorkspace(certificates, session.workspaceId, params.id)
      const { revokedBy } = await getCertificate(deps, row)
      const text = await prove(deps, row, revokedBy)
      res.attachment(proofFileName(row))
      return text
    },

    revokeCertificate: async ({ params, session, body }) => {
      const row = await findInWorkspace(certificates, session.workspaceId, params.id)
      await assertIntegrity(deps, [row])
      const { opening } = await body()
      await revoke(deps, toOwner(session), row, opening)
      const receipt = await findRevocationReceipt(deps, row)
      return { ...(await getCertificate(deps, row)), receipt }
    },

    downloadRevocationReceipt: async ({ params, session, res }) => {
      const row = await findInWorkspace(certificates, session.workspaceId, params.id)
      const note = await getRevocationReceipt(deps, row)
      res.attachment(`${row.fileName}.revocation-receipt`)
      return note
    },
  }
}

function toOwner({ accountId, workspaceId }: Session): Owner {
  return { accountId, workspaceId }
}
