/** For each call about workspaces, members and invitations, an input that it takes and one that it refuses. */
import {
  acceptInvitation,
  invitationCalls,
  invitationLinkCalls,
  inviteMember,
} from '@inkproof/protocol/calls/invitations'
import { memberCalls } from '@inkproof/protocol/calls/members'
import { createWorkspace, workspaceCalls } from '@inkproof/protocol/calls/workspaces'
import { invitationTo } from '../support/invitation.ts'
import { newPerson } from '../support/steps.ts'
import { samplesOf, withSession } from './sample.ts'
import { secretIn } from './secrets.ts'
import type { World } from './world.ts'

const NAMED = { name: 'Analytical Engines' }
const NOWHERE = 'A'.repeat(22)
const unknownWorkspace = { params: { id: NOWHERE } }

/** Creates a workspace with the certificate's owner as its owner, and returns its id. */
async function newWorkspace({ make, token: as }: World): Promise<string> {
  const { id } = await make(createWorkspace, { as, body: NAMED })
  return id
}

/** Invites somebody who has no account, and returns the invitation. */
async function withInvitation(world: World, email = newPerson().email) {
  const id = await newWorkspace(world)
  const body = { email, role: 'member' }
  const sent = { as: world.token, params: { id }, body }
  const { invitations } = await world.make(inviteMember, sent)
  return { id, email, invitationId: String(invitations[0].id) }
}

/** Invites somebody, and returns the secret in the link of the e-mail. */
async function withSecret(world: World) {
  const guest = await world.newPerson()
  const { id } = await withInvitation(world, guest.email)
  const body = { secret: secretIn(await invitationTo(guest.email)) }
  return { guest, id, body }
}

/** A workspace with a member beside its owner. */
async function withMember(world: World) {
  const { guest, id, body } = await withSecret(world)
  await world.make(acceptInvitation, { as: guest.token, body })
  return { id, accountId: guest.user.id }
}

/** Samples for the calls of svc-auth about workspaces. */
export const WORKSPACE_SAMPLES = [
  samplesOf(workspaceCalls, {
    listWorkspaces: withSession,
    createWorkspace: {
      valid: () => ({ body: NAMED }),
      invalid: () => ({ body: { name: '' } }),
      code: 'INVALID_INPUT',
    },
    showCurrentWorkspace: withSession,
    showWorkspace: {
      valid: async (world) => ({ params: { id: await newWorkspace(world) } }),
      invalid: () => unknownWorkspace,
      code: 'WORKSPACE_NOT_FOUND',
    },
    renameWorkspace: {
      valid: async (world) => ({ params: { id: await newWorkspace(world) }, body: NAMED }),
      invalid: () => ({ ...unknownWorkspace, body: NAMED }),
      code: 'WORKSPACE_NOT_FOUND',
    },
    enterWorkspace: {
      valid: async (world) => {
        const { token: as } = await world.newPerson()
        const { id } = await world.make(createWorkspace, { as, body: NAMED })
        return { as, params: { id: String(id) } }
      },
      invalid: () => unknownWorkspace,
      code: 'WORKSPACE_NOT_FOUND',
    },
  }),
  samplesOf(memberCalls, {
    changeMemberRole: {
      valid: async (world) => ({
        params: await withMember(world),
        body: { role: 'viewer' as const },
      }),
      invalid: () => ({ params: { id: NOWHERE, accountId: NOWHERE }, body: { role: 'chief' } }),
      code: 'INVALID_INPUT',
    },
    removeMember: {
      valid: async (world) => ({ params: await withMember(world) }),
      invalid: async (world) => ({
        params: { id: await newWorkspace(world), accountId: NOWHERE },
      }),
      code: 'MEMBER_NOT_FOUND',
    },
    transferWorkspace: {
      valid: async (world) => {
        const { id, accountId } = await withMember(world)
        return { params: { id }, body: { accountId } }
      },
      invalid: async (world) => ({
        params: { id: await newWorkspace(world) },
        body: { accountId: NOWHERE },
      }),
      code: 'MEMBER_NOT_FOUND',
    },
  }),
  samplesOf(invitationCalls, {
    inviteMember: {
      valid: async (world) => ({
        params: { id: await newWorkspace(world) },
        body: { email: newPerson().email, role: 'member' as const },
      }),
      invalid: async (world) => ({
        params: { id: await newWorkspace(world) },
        body: { email: 'x', role: 'member' },
      }),
      code: 'INVALID_INPUT',
    },
    resendInvitation: {
      valid: async (world) => {
        const { id, invitationId } = await withInvitation(world)
        return { params: { id, invitationId } }
      },
      invalid: async (world) => ({
        params: { id: await newWorkspace(world), invitationId: 'x' },
      }),
      code: 'INVITATION_GONE',
    },
    withdrawInvitation: {
      valid: async (world) => {
        const { id, invitationId } = await withInvitation(world)
        return { params: { id, invitationId } }
      },
      invalid: async (world) => ({
        params: { id: await newWorkspace(world), invitationId: 'x' },
      }),
      code: 'INVITATION_GONE',
    },
  }),
  samplesOf(invitationLinkCalls, {
    showInvitation: {
      valid: async (world) => ({ body: (await withSecret(world)).body }),
      invalid: () => ({ body: { secret: 'x' } }),
      code: 'LINK_UNKNOWN',
    },
    acceptInvitation: {
      valid: async (world) => {
        const { guest, body } = await withSecret(world)
        return { as: guest.token, body }
      },
      invalid: () => ({ body: { secret: 'x' } }),
      code: 'LINK_UNKNOWN',
    },
    declineInvitation: {
      valid: async (world) => ({ body: (await withSecret(world)).body }),
      invalid: () => ({ body: {} }),
      code: 'INVALID_INPUT',
    },
  }),
]
