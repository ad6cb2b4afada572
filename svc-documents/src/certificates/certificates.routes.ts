/** /certificates: for signed-in people and their workspace. */

import {
  BulkRequest,
  CertificateId,
  CertifyRequest,
  RevokeRequest,
  ShareLink,
} from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import { type RequireSession, requireWriter } from '@inkproof/service-kit/auth'
import { readJson } from '@inkproof/service-kit/json-body'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import { sendTextFile } from '@inkproof/service-kit/send-file'
import type { Request, Response, Router } from 'express'
import { z } from 'zod'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'
import { type CertifyDeps, certify, certifyAll, type Owner } from './certify.ts'
import { assertIntact } from './intact.ts'
import { behindLink, type LinkDeps, type ListDeps, list, one, type SurroundDeps } from './list.ts'
import { type ProveDeps, proofFileName, prove } from './prove.ts'
import { type RevokeDeps, revoke } from './revoke.ts'

export type CertificatesRoutesDeps = CertifyDeps &
  RevokeDeps &
  ListDeps &
  LinkDeps &
  SurroundDeps &
  ProveDeps & {
    certificates: CertificateStore
    requireSession: RequireSession
    takeLimit: TakeLimit
  }

/** One with sixteen long claims; a thousand with room for notes. */
const ONE_BYTES = 256 * 1024
const BULK_BYTES = 4 * 1024 * 1024

const WRITES: Limit = { name: 'certify', max: 600, windowSeconds: 60, whenRedisFails: 'closed' }
const READS: Limit = { name: 'read', max: 3_000, windowSeconds: 60, whenRedisFails: 'closed' }

const Cursor = z.string().regex(/^\d{1,15}$/)
const ListQuery = z.union([
  z.strictObject({ cursor: Cursor.optional() }),
  z.strictObject({ shareLink: ShareLink }),
])

export function certificatesRoutes(deps: CertificatesRoutesDeps): Router {
  const router = createRouter()
  const reader: Asking = async (req) => {
    const session = await deps.requireSession(req)
    await deps.takeLimit(READS, session.accountId)
    return { accountId: session.accountId, workspaceId: session.workspaceId }
  }
  const writer: Asking = async (req) => {
    const session = await deps.requireSession(req)
    requireWriter(session)
    await deps.takeLimit(WRITES, session.accountId)
    return { accountId: session.accountId, workspaceId: session.workspaceId }
  }
  addWrites(router, deps, writer)
  addReads(router, deps, reader)
  return router
}

/** Who asks, once they may and have not asked too often. */
type Asking = (req: Request) => Promise<Owner>

function addWrites(router: Router, deps: CertificatesRoutesDeps, writer: Asking): void {
  router.post('/certificates', async (req, res) => {
    const owner = await writer(req)
    const request = parse(CertifyRequest, await readJson(req, res, ONE_BYTES))
    const row = await certify(deps, owner, request)
    answer(res.status(201), await one(deps, row))
  })

  router.post('/certificates/bulk', async (req, res) => {
    const owner = await writer(req)
    const { certificates } = parse(BulkRequest, await readJson(req, res, BULK_BYTES))
    const rows = await certifyAll(deps, owner, certificates)
    answer(res.status(201), { certificates: rows.map(({ _id, index }) => ({ id: _id, index })) })
  })

  router.post('/certificates/:id/revoke', async (req, res) => {
    const owner = await writer(req)
    const row = await owned(deps, owner.workspaceId, req.params.id)
    await assertIntact(deps, [row])
    const { opening } = parse(RevokeRequest, await readJson(req, res, ONE_BYTES))
    await revoke(deps, owner, row, opening)
    answer(res.status(201), await one(deps, row))
  })
}

function addReads(router: Router, deps: CertificatesRoutesDeps, reader: Asking): void {
  router.get('/certificates', async (req, res) => {
    const { workspaceId } = await reader(req)
    const query = parse(ListQuery, req.query)
    if ('shareLink' in query) answer(res, await behindLink(deps, workspaceId, query.shareLink))
    else answer(res, await list(deps, workspaceId, query.cursor))
  })

  router.get('/certificates/:id', async (req, res) => {
    const { workspaceId } = await reader(req)
    answer(res, await one(deps, await owned(deps, workspaceId, req.params.id)))
  })

  router.get('/certificates/:id/proof', async (req, res) => {
    const { workspaceId } = await reader(req)
    const row = await owned(deps, workspaceId, req.params.id)
    const { revokedBy } = await one(deps, row)
    sendTextFile(res, proofFileName(row), await prove(deps, row, revokedBy))
  })
}

function answer(res: Response, body: unknown): void {
  res.set('cache-control', 'no-store').json(body)
}

/** Someone else's certificate is answered like one that does not exist. @throws AppError CERTIFICATE_NOT_FOUND */
async function owned(
  { certificates }: Pick<CertificatesRoutesDeps, 'certificates'>,
  workspaceId: string,
  id: unknown,
): Promise<CertificateRow> {
  const checked = CertificateId.safeParse(id)
  const row = checked.success ? await certificates.find(checked.data) : undefined
  if (row?.workspaceId !== workspaceId) throw new AppError('CERTIFICATE_NOT_FOUND')
  return row
}
