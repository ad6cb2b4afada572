import { Gauge } from 'prom-client'
import { BASE, type Feature, type Kit } from '../kit.ts'
import type { PersonalDataServices } from '../personal-data/personal-data-services.ts'
import { pictureStore } from '../profile/picture-store.ts'
import { pictureModel } from '../profile/pictures.model.ts'
import { announceWorkspace } from '../workspaces/announce-workspace.ts'
import { leaveEverywhere, ownedWithOthers } from '../workspaces/departures.ts'
import { workspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'
import { deletionRoutes } from './deletion.routes.ts'
import { type RemoveAccountDeps, removeAccount } from './remove-account.ts'
import { deletionSweep } from './sweep.ts'

/** In one sweep; the rest waits for the next. */
const MOST_AT_ONCE = 50

export function deletionFeature(kit: Kit, personalData: PersonalDataServices): Feature {
  const workspaces = workspaceStore(workspaceModel(kit.connection))
  const announce = (workspaceId: string) =>
    announceWorkspace({ ...kit, workspaces, personalData }, workspaceId)
  measureDeletions(kit)
  const deps: RemoveAccountDeps = {
    ...kit,
    leaveEverywhere: (accountId) => leaveEverywhere({ workspaces, announce }, accountId),
    endElsewhere: personalData.endAccount,
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
  return async (accountId: string, keptEventId: string) => {
    await accountLists.removeIdentitiesOf(accountId)
    await pictures.removeAll(accountId)
    await links.removeAllOf(accountId)
    await pastEvents.removeAllOf(accountId, keptEventId)
  }
}

function measureDeletions({ metrics, accountLists }: Kit): void {
  new Gauge({
    name: 'accounts_going',
    help: 'Accounts whose day has come and whose removal is not complete',
    registers: [metrics.registry],
    async collect() {
      // While the database is away there is no figure, and the other figures stay.
      this.set(await accountLists.countGoing().catch(() => Number.NaN))
    },
  })
}
