import type { CallGroup } from './call.ts'

/** Workspaces, who belongs to them, and who is invited. */
export const WORKSPACE_GROUPS: readonly CallGroup[] = [
  {
    title: 'Workspaces',
    calls: [
      {
        method: 'GET',
        path: '/api/auth/workspaces',
        says: 'The workspaces you belong to.',
        needs: 'session',
      },
      {
        method: 'POST',
        path: '/api/auth/workspaces',
        says: 'Makes a workspace, of which you are the owner.',
        needs: 'session',
        body: { name: '' },
        effect: 'The workspace stands in your list from then on.',
      },
      {
        method: 'GET',
        path: '/api/auth/workspaces/current',
        says: 'The one this session works in.',
        needs: 'session',
      },
      {
        method: 'GET',
        path: '/api/auth/workspaces/:id',
        says: 'One workspace with its members and open invitations.',
        needs: 'session',
      },
      {
        method: 'PATCH',
        path: '/api/auth/workspaces/:id',
        says: 'Gives it another name; for owners.',
        needs: 'session',
        body: { name: '' },
        effect: 'Every member sees the new name.',
      },
      {
        method: 'POST',
        path: '/api/auth/workspaces/:id/enter',
        says: 'Goes on working in another workspace.',
        needs: 'session',
        effect: 'This session works there from then on.',
        after: 'changes you',
      },
    ],
  },
  {
    title: 'Members',
    calls: [
      {
        method: 'PATCH',
        path: '/api/auth/workspaces/:id/members/:accountId',
        says: 'Gives a member another role: owner, member or viewer.',
        needs: 'proof',
        body: { role: 'viewer' },
        effect: 'Changes what that person may do, at once.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/workspaces/:id/members/:accountId',
        says: 'Removes a member, or leaves.',
        needs: 'proof',
        effect: 'That person loses the workspace at once.',
      },
      {
        method: 'POST',
        path: '/api/auth/workspaces/:id/transfer',
        says: 'Hands the workspace over.',
        needs: 'proof',
        body: { accountId: '' },
        effect: 'That person becomes its owner and you a member.',
      },
    ],
  },
  {
    title: 'Invitations',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/workspaces/:id/invitations',
        says: 'Invites an address as owner, member or viewer.',
        needs: 'proof',
        body: { email: '', role: 'member' },
        effect: 'Sends a mail to the address.',
      },
      {
        method: 'POST',
        path: '/api/auth/workspaces/:id/invitations/:invitationId/resend',
        says: 'Sends an open invitation again, with a new link.',
        needs: 'proof',
        effect: 'Sends a mail to the address; the link before stops working.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/workspaces/:id/invitations/:invitationId',
        says: 'Withdraws an open invitation.',
        needs: 'session',
        effect: 'The mailed link stops working.',
      },
      {
        method: 'POST',
        path: '/api/auth/invitations/look',
        says: 'What a mailed invitation offers.',
        body: { secret: '' },
      },
      {
        method: 'POST',
        path: '/api/auth/invitations/accept',
        says: 'Accepts it, with the account it was sent to.',
        needs: 'session',
        body: { secret: '' },
        effect: 'You belong to that workspace from then on.',
      },
      {
        method: 'POST',
        path: '/api/auth/invitations/decline',
        says: 'Declines it.',
        body: { secret: '' },
        effect: 'The mailed link stops working.',
      },
    ],
  },
]
