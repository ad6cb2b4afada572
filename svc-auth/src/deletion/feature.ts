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
    isTold: async (id) => (await kit.pastEvents.find(id))?.mail?.state !== 'due',
    removeEvent: kit.pastEvents.remove,
  }
  return {
    mounts: [
      [BASE, deletionRoutes({ ...kit, ownedWithOthers: (id) => ownedWithOthers(workspaces, id) })],
    ],
    parts: [
      deletionSweep({
        due: () => kit.accountLists.dueToGo(kit.now(), MOST_AT_ONCE),
        removeAccount: (accountId) => removeAccount(deps, accountId),
        log: kit.log,
      }),
    ],
  }
}

function belongings({ connection, accountLists, pastEvents, links }: Kit) {
  const pictures = pictureStore(pictureModel(connection))
  return async (accountId: string, keptEventId: string | undefined) => {
    await accountLists.removeIdentitiesOf(accountId)
    await pictures.removeAll(accountId)
    await links.removeAllOf(accountId)
    await pastEvents.removeAllOf(accountId, keptEventId)
  }
}
