/** /profile: one's names and picture; /pictures: the pictures themselves. */

import type { Me } from '@inkproof/protocol/auth'
import { MAX_PICTURE_BYTES, PictureRequest, ProfileRequest } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession, Session } from '@inkproof/service-kit/auth'
import { readJson } from '@inkproof/service-kit/json-body'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import { clientAddress } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Response, Router } from 'express'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { toUser } from '../accounts/to-user.ts'
import { NAMES, PICTURE, PICTURE_FROM } from './limits.ts'
import { type PictureDeps, putPicture, removePicture } from './put-picture.ts'

export type ProfileRoutesDeps = {
  consumeLimit: TakeLimit
  requireSession: RequireSession
  accounts: AccountStore
}

/** Other things that are called after the person. */
type Named = { named: (account: AccountRow) => Promise<unknown> }

export function profileRoutes(deps: ProfileRoutesDeps & Named): Router {
  const router = createRouter()

  router.patch('/profile', async (req, res) => {
    const session = await deps.requireSession(req)
    await deps.consumeLimit(NAMES, session.accountId)
    const names = parse(ProfileRequest, req.body)
    const account = await deps.accounts.change(session.accountId, () => names)
    await deps.named(account)
    answerMe(res, account, session)
  })

  return router
}

/** Base64 takes four characters for three bytes; the rest is the JSON around it. */
const BODY_BYTES = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 1_024
const FOR_EVER = 'private, max-age=31536000, immutable'
const PICTURE_ID = /^[\w-]{22}$/

/** Their body is larger than others, and is read only once its sender is known. */
export function pictureRoutes(deps: ProfileRoutesDeps & PictureDeps): Router {
  const router = createRouter()

  router.put('/profile/picture', async (req, res) => {
    const session = await deps.requireSession(req)
    await deps.consumeLimit(PICTURE, session.accountId)
    await deps.consumeLimit(PICTURE_FROM, clientAddress(req))
    const { image } = parse(PictureRequest, await readJson(req, res, BODY_BYTES))
    const file = Buffer.from(image, 'base64')
    answerMe(res, await putPicture(deps, session.accountId, file), session)
  })

  router.delete('/profile/picture', async (req, res) => {
    const session = await deps.requireSession(req)
    await deps.consumeLimit(NAMES, session.accountId)
    answerMe(res, await removePicture(deps, session.accountId), session)
  })

  router.get('/pictures/:id', async (req, res) => {
    const { id } = req.params
    const picture = PICTURE_ID.test(id) ? await deps.pictures.find(id) : undefined
    if (!picture) throw new AppError('NOT_FOUND')
    res.set('cache-control', FOR_EVER).type('image/webp').send(picture)
  })

  return router
}

function answerMe(res: Response, account: AccountRow, session: Session): void {
  const me: Me = { user: toUser(account, session) }
  res.set('cache-control', 'no-store').json(me)
}
