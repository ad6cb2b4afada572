import { defineFeature, from } from '@inkproof/service-kit/feature'
import { Gauge, type Registry } from 'prom-client'
import type { AccountLists } from '../accounts/account-lists.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { eventsFeature } from '../events/feature.ts'
import { personalDataFeature } from '../personal-data/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { profileFeature } from '../profile/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { findWorkspacesToTransfer, leaveAllWorkspaces } from '../workspaces/departures.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { implementDeletionCalls } from './deletion.calls.ts'
import { deletionEmails } from './emails.ts'
import { type RemoveAccountDeps, removeAccount } from './remove-account.ts'
import { deletionSweep } from './sweep.ts'

/** Maximum number of deletions that one sweep starts; the same limit applies separately to those it continues. */
const BATCH_SIZE = 50

/** Deletes accounts 14 days after their owners request it. */
export const deletionFeature = defineFeature({
  name: 'deletion',
  needs: {
    ...from(runtime, 'log', 'metrics', 'now'),
    ...from(platformFeature, 'idempotencyStore'),
    ...from(accountsFeature, 'accounts', 'accountLists'),
    ...from(eventsFeature, 'events', 'pastEvents', 'addEventEmails'),
    ...from(tokensFeature, 'links'),
    ...from(sessionStoreFeature, 'sessions'),
    ...from(sessionsFeature, 'finalizeAccountChange'),
    ...from(workspacesFeature, 'workspaces'),
    ...from(profileFeature, 'pictures'),
    ...from(personalDataFeature, 'personalData'),
  },
  create: ({ log, metrics, workspaces, accountLists, pastEvents, addEventEmails, ...needs }) => {
    addEventEmails(deletionEmails)
    measureDeletions(metrics.registry, accountLists)
    const deps: RemoveAccountDeps = {
      ...needs,
      removeIdentities: accountLists.removeIdentitiesOf,
      leaveWorkspaces: (accountId) => leaveAllWorkspaces(workspaces, accountId),
      removeFromOtherServices: needs.personalData.endAccount,
      removeAccountData: async ({ _id: accountId, email, goneAt }, keptEventId) => {
        await needs.pictures.removeAll(accountId)
        await needs.links.removeAllOf(accountId)
        // Reset links are stored by address, and later ones may belong to a new account with the same address.
        if (email && goneAt) await needs.links.removeAllOf(emailIdentity(email), goneAt)
        await pastEvents.removeAllOf(accountId, keptEventId)
        await needs.idempotencyStore.removeAllOf(accountId)
      },
      isLastEmailDone: async (id) => (await pastEvents.find(id))?.mail?.state !== 'due',
      removeEvent: pastEvents.remove,
    }
    const scheduleDeps = {
      ...needs,
      findWorkspacesToTransfer: (id: string) => findWorkspacesToTransfer(workspaces, id),
    }
    return {
      calls: implementDeletionCalls(scheduleDeps),
      jobs: [
        deletionSweep({
          findDue: () => accountLists.findDueForRemoval(needs.now(), BATCH_SIZE),
          removeAccount: (accountId) => removeAccount(deps, accountId),
          log,
        }),
      ],
    }
  },
})

function measureDeletions(
  registry: Registry,
  { countRemovalsInProgress }: Pick<AccountLists, 'countRemovalsInProgress'>,
): void {
  new Gauge({
    name: 'account_deletions_pending',
    help: 'Accounts whose deletion has started but is not complete',
    registers: [registry],
    async collect() {
      // While the database is unreachable, this metric is NaN and the others are still reported.
      this.set(await countRemovalsInProgress().catch(() => Number.NaN))
    },
  })
}
