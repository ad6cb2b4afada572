/** /shares and /lookup: for anyone, with a link or with the file itself. */
import { LookupRequest } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import { clientAddress, type Limit, type TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import { sendTextFile } from '@inkproof/service-kit/send-file'
import type { Request, Router } from 'express'
import type { CertificateStore } from '../certificates/certificate-store.ts'
import type { CertificateRow } from '../certificates/certificates.model.ts'
import { type SurroundDeps, surroundingsOf } from '../certificates/list.ts'
import { type Surroundings, toShared } from '../certificates/present.ts'
import { type ProveDeps, proofFileName, prove } from '../certificates/prove.ts'
import type { ShareStore } from './share-store.ts'

export type SharesRoutesDeps = SurroundDeps &
  ProveDeps & {
    certificates: CertificateStore
    certificateIdOf: ShareStore['certificateIdOf']
    takeLimit: TakeLimit
  }

const SHARES: Limit = { name: 'shares', max: 300, windowSeconds: 60, whenRedisFails: 'open' }
/** A look-up answers a guess about a file, so it is asked less often. */
const LOOKUPS: Limit = { name: 'lookup', max: 120, windowSeconds: 60, whenRedisFails: 'open' }
const LOOKUP_SHOWS = 20
const SHARE_LINK = /^[A-Za-z0-9_-]{22}$/

export function sharesRoutes(deps: SharesRoutesDeps): Router {
  const router = createRouter()

  router.get('/shares/:shareLink', async (req, res) => {
    const { row, around } = await shared(deps, req)
    res.set('cache-control', 'no-store').json(toShared(row, around))
  })

  router.get('/shares/:shareLink/proof', async (req, res) => {
    const { row, around } = await shared(deps, req)
    sendTextFile(res, proofFileName(row), await prove(deps, row, around.revokedBy))
  })

  router.post('/lookup', async (req, res) => {
    await deps.takeLimit(LOOKUPS, clientAddress(req))
    const { fingerprint } = parse(LookupRequest, req.body)
    const rows = await deps.certificates.findable(fingerprint, LOOKUP_SHOWS)
    const around = await surroundingsOf(deps, rows)
    const certificates = rows.map((row, place) => toShared(row, around[place] as Surroundings))
    res.set('cache-control', 'no-store').json({ certificates })
  })

  return router
}

/** @throws AppError CERTIFICATE_NOT_FOUND, the same for a link that is none and one that leads nowhere */
async function shared(
  deps: SharesRoutesDeps,
  req: Request,
): Promise<{ row: CertificateRow; around: Surroundings }> {
  await deps.takeLimit(SHARES, clientAddress(req))
  const link = String(req.params['shareLink'])
  const id = SHARE_LINK.test(link) ? await deps.certificateIdOf(link) : undefined
  const row = id === undefined ? undefined : await deps.certificates.find(id)
  if (!row) throw new AppError('CERTIFICATE_NOT_FOUND')
  const [around] = await surroundingsOf(deps, [row])
  return { row, around: around as Surroundings }
}
