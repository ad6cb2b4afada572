import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { BASE, type Feature, type Kit } from '../kit.ts'
import { pictureStore } from '../profile/picture-store.ts'
import { pictureModel } from '../profile/pictures.model.ts'
import { leaveEverywhere, ownedWithOthers } from '../workspaces/departures.ts'
import { workspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'
import { deletionRoutes } from './deletion.routes.ts'
import { type RemoveAccountDeps, removeAccount } from './remove-account.ts'
import { deletionSweep } from './sweep.ts'

/** In one sweep; the rest waits for the next. */
const MOST_AT_ONCE = 50

export function deletionFeature(kit: Kit): Feature {
  const workspaces = workspaceStore(workspaceModel(kit.connection))
  const deps: RemoveAccountDeps = {
    ...kit,
    leaveEverywhere: (accountId) => leaveEverywhere(workspaces, accountId),
    removeBelongings: belongings(kit),
    isTold: async (id) => (await kit.eventModel.findById(id).lean())?.mail?.state !== 'due',
    removeEvent: async (id) => void (await kit.eventModel.deleteOne({ _id: id })),
  }
  return {
    mounts: [
      [BASE, deletionRoutes({ ...kit, ownedWithOthers: (id) => ownedWithOthers(workspaces, id) })],
    ],
    parts: [
      deletionSweep({
        due: dueAccounts(kit),
        removeAccount: (accountId) => removeAccount(deps, accountId),
        log: kit.log,
      }),
    ],
  }
}

function dueAccounts({ connection, now }: Kit) {
  const accounts = accountModel(connection)
  return async (): Promise<string[]> => {
    const due = await accounts
      .find({ deleteAt: { $lte: now() } }, { _id: 1 })
      .limit(MOST_AT_ONCE)
      .lean()
    return due.map(({ _id }) => _id)
  }
}

function belongings({ connection, eventModel, tokenModel }: Kit) {
  const identities = identityModel(connection)
  const pictures = pictureStore(pictureModel(connection))
  return async (accountId: string, keptEventId: string | undefined) => {
    await identities.deleteMany({ accountId })
    await pictures.removeAll(accountId)
    await tokenModel.deleteMany({ ownerId: accountId })
    await eventModel.deleteMany({
      accountId,
      ...(keptEventId !== undefined && { _id: { $ne: keptEventId } }),
    })
  }
}
