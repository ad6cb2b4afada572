import { defineFeature, from } from '@inkproof/service-kit/feature'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { personalDataFeature } from '../personal-data/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import type { Membership } from '../session-store/session-store.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { announcementSweep, measureAnnouncements } from './announcement-sweep.ts'
import { invitationEmails, memberEmails } from './emails.ts'
import { implementInvitationCalls, implementInvitationLinkCalls } from './invitations.calls.ts'
import { leaveSharedWorkspaces } from './leave-shared-workspaces.ts'
import { implementMemberCalls } from './members.calls.ts'
import { membershipFor, syncSessionRole } from './memberships.ts'
import { syncSweep } from './sync-sweep.ts'
import { createWorkspaceContext } from './workspace-context.ts'
import { createWorkspaceStore } from './workspace-store.ts'
import { implementWorkspaceCalls } from './workspaces.calls.ts'
import { workspaceModel } from './workspaces.model.ts'

/** Manages workspaces, their members and invitations, and keeps live sessions up to date with them. */
export const workspacesFeature = defineFeature({
  name: 'workspaces',
  needs: {
    ...from(runtime, 'connection', 'log', 'metrics', 'now'),
    ...from(platformFeature, 'consumeLimit'),
    ...from(accountsFeature, 'accounts', 'accountLists'),
    ...from(sessionStoreFeature, 'sessions'),
    ...from(tokensFeature, 'tokens', 'links', 'addLinkEmails'),
    ...from(eventsFeature, 'events', 'addEventEmails'),
    ...from(personalDataFeature, 'personalData'),
  },
  create: ({ connection, log, metrics, personalData, addEventEmails, addLinkEmails, ...needs }) => {
    addEventEmails(memberEmails)
    addLinkEmails(invitationEmails)
    const workspaces = createWorkspaceStore(workspaceModel(connection))
    const context = createWorkspaceContext({ ...needs, workspaces })
    const { sessions, now } = needs
    const endings: ((workspaceId: string) => Promise<void>)[] = []
    const removeData = async (workspaceId: string) => {
      for (const end of endings) await end(workspaceId)
    }
    const announceDeps = { workspaces, personalData, removeData, now, log }
    measureAnnouncements(metrics.registry, workspaces)
    return {
      calls: [
        ...implementWorkspaceCalls(context),
        ...implementMemberCalls(context),
        ...implementInvitationCalls(context),
        ...implementInvitationLinkCalls(context),
      ],
      jobs: [syncSweep({ ...context, log }), announcementSweep(announceDeps)],
      provides: {
        workspaces,
        /** Functions that delete what a feature stores about a workspace; features add their own. */
        endings,
        /** The workspace of a new session, and the role there. */
        membershipFor: (account: AccountRow) => membershipFor({ workspaces }, account),
        /** Updates a new session to its workspace's current state. */
        syncSessionRole: (account: AccountRow, sessionId: string, membership: Membership) =>
          syncSessionRole({ workspaces, sessions }, account, { sessionId, membership }),
        /** Removes an account from the workspaces it shares with others. */
        leaveSharedWorkspaces: (account: AccountRow) => leaveSharedWorkspaces(context, account),
      },
    }
  },
})
