/** Calls for a user's name and picture, and for the export of everything stored about them. */
import type { Me } from '@inkproof/protocol/auth'
import { profileCalls } from '@inkproof/protocol/calls/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { toUser } from '../accounts/to-user.ts'
import { type ExportDeps, exportAccount } from './export-account.ts'
import { type PictureDeps, putPicture, removePicture } from './put-picture.ts'

export type ProfileCallsDeps = PictureDeps &
  ExportDeps & {
    accounts: AccountStore
    /** Renames the personal workspace after the user, unless a user has chosen its name. */
    renamePersonalWorkspace: (account: AccountRow) => Promise<unknown>
  }

export function implementProfileCalls(deps: ProfileCallsDeps): BoundCall[] {
  return implement(profileCalls, {
    changeProfile: async ({ session, body }) => {
      const account = await deps.accounts.change(session.accountId, () => body)
      await deps.renamePersonalWorkspace(account)
      return toMe(account, session)
    },
    setPicture: async ({ session, body }) => {
      const file = Buffer.from(body.image, 'base64')
      return toMe(await putPicture(deps, session.accountId, file), session)
    },
    removePicture: async ({ session }) =>
      toMe(await removePicture(deps, session.accountId), session),
    showPicture: async ({ params }) => {
      const picture = await deps.pictures.find(params.id)
      if (!picture) throw new AppError('NOT_FOUND')
      return picture
    },
    exportAccount: ({ session }) => exportAccount(deps, session.accountId),
  })
}

function toMe(account: AccountRow, session: Session): Me {
  return { user: toUser(account, session) }
}
