/** For each call about workspaces, members and invitations, a valid and an invalid input. */
import { brandingCalls, setLogo } from '@inkproof/protocol/calls/branding'
import {
  acceptInvitation,
  invitationCalls,
  invitationLinkCalls,
  inviteMember,
} from '@inkproof/protocol/calls/invitations'
import { memberCalls } from '@inkproof/protocol/calls/members'
import { quotaCalls } from '@inkproof/protocol/calls/quotas'
import { createWorkspace, workspaceCalls } from '@inkproof/protocol/calls/workspaces'
import { waitForInvitationLink } from '../support/invitation.ts'
import { newPerson } from '../support/steps.ts'
import { samplesOf, withSession } from './sample.ts'
import { extractSecret } from './secrets.ts'
import type { World } from './world.ts'

const BODY = { name: 'Analytical Engines' }
/** A PNG of one pixel, in base64. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const UNKNOWN_ID = 'A'.repeat(22)
const unknownWorkspace = { params: { id: UNKNOWN_ID } }

/** Creates a workspace owned by the owner of the certificate, and returns its ID. */
async function newWorkspace({ call, token: as }: World): Promise<string> {
  const { id } = await call(createWorkspace, { as, body: BODY })
  return id
}

/** Invites a person without an account, and returns the invitation. */
async function createInvitation(world: World, email = newPerson().email) {
  const id = await newWorkspace(world)
  const body = { email, role: 'member' }
  const request = { as: world.token, params: { id }, body }
  const { invitations } = await world.call(inviteMember, request)
  return { id, email, invitationId: String(invitations[0].id) }
}

/** Invites a new user, and returns the secret of the link in the e-mail. */
async function createInvitationSecret(world: World) {
  const guest = await world.newPerson()
  const { id } = await createInvitation(world, guest.email)
  const body = { secret: extractSecret(await waitForInvitationLink(guest.email)) }
  return { guest, id, body }
}

/** Creates a workspace with a member in addition to its owner. */
async function createWorkspaceWithMember(world: World) {
  const { guest, id, body } = await createInvitationSecret(world)
  await world.call(acceptInvitation, { as: guest.token, body })
  return { id, accountId: guest.user.id }
}

/** Samples for the calls of svc-auth about workspaces. */
export const WORKSPACE_SAMPLES = [
  samplesOf(workspaceCalls, {
    listWorkspaces: withSession,
    createWorkspace: {
      valid: () => ({ body: BODY }),
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
      valid: async (world) => ({ params: { id: await newWorkspace(world) }, body: BODY }),
      invalid: () => ({ ...unknownWorkspace, body: BODY }),
      code: 'WORKSPACE_NOT_FOUND',
    },
    enterWorkspace: {
      valid: async (world) => {
        const { token: as } = await world.newPerson()
        const { id } = await world.call(createWorkspace, { as, body: BODY })
        return { as, params: { id: String(id) } }
      },
      invalid: () => unknownWorkspace,
      code: 'WORKSPACE_NOT_FOUND',
    },
  }),
  samplesOf(quotaCalls, { showQuota: withSession }),
  samplesOf(brandingCalls, {
    showBranding: {
      valid: async (world) => ({ params: { id: await newWorkspace(world) } }),
      invalid: () => unknownWorkspace,
      code: 'WORKSPACE_NOT_FOUND',
    },
    changeBranding: {
      valid: async (world) => ({
        params: { id: await newWorkspace(world) },
        body: {
          ...{ color: '#1a2b3c', privacyUrl: 'https://example.com/privacy' },
          ...{ termsUrl: null, replyTo: null },
        },
      }),
      invalid: async (world) => ({
        params: { id: await newWorkspace(world) },
        body: { privacyUrl: 'http://example.com' },
      }),
      code: 'INVALID_INPUT',
    },
    setLogo: {
      valid: async (world) => ({ params: { id: await newWorkspace(world) }, body: { image: DOT } }),
      invalid: async (world) => ({
        params: { id: await newWorkspace(world) },
        body: { image: 'AAAA' },
      }),
      code: 'LOGO_REFUSED',
    },
    removeLogo: {
      valid: async (world) => ({ params: { id: await newWorkspace(world) } }),
      invalid: () => unknownWorkspace,
      code: 'WORKSPACE_NOT_FOUND',
    },
    showLogo: {
      valid: async (world) => {
        const request = { as: world.token, params: { id: await newWorkspace(world) } }
        const { logo } = await world.call(setLogo, { ...request, body: { image: DOT } })
        return { params: { id: String(logo?.url).split('/').at(-1) ?? '' } }
      },
      invalid: () => ({ params: { id: 'x' } }),
      code: 'NOT_FOUND',
    },
  }),
  samplesOf(memberCalls, {
    changeMemberRole: {
      valid: async (world) => ({
        params: await createWorkspaceWithMember(world),
        body: { role: 'viewer' as const },
      }),
      invalid: () => ({
        params: { id: UNKNOWN_ID, accountId: UNKNOWN_ID },
        body: { role: 'chief' },
      }),
      code: 'INVALID_INPUT',
    },
    removeMember: {
      valid: async (world) => ({ params: await createWorkspaceWithMember(world) }),
      invalid: async (world) => ({
        params: { id: await newWorkspace(world), accountId: UNKNOWN_ID },
      }),
      code: 'MEMBER_NOT_FOUND',
    },
    transferWorkspace: {
      valid: async (world) => {
        const { id, accountId } = await createWorkspaceWithMember(world)
        return { params: { id }, body: { accountId } }
      },
      invalid: async (world) => ({
        params: { id: await newWorkspace(world) },
        body: { accountId: UNKNOWN_ID },
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
        const { id, invitationId } = await createInvitation(world)
        return { params: { id, invitationId } }
      },
      invalid: async (world) => ({
        params: { id: await newWorkspace(world), invitationId: 'x' },
      }),
      code: 'INVITATION_NOT_OPEN',
    },
    withdrawInvitation: {
      valid: async (world) => {
        const { id, invitationId } = await createInvitation(world)
        return { params: { id, invitationId } }
      },
      invalid: async (world) => ({
        params: { id: await newWorkspace(world), invitationId: 'x' },
      }),
      code: 'INVITATION_NOT_OPEN',
    },
  }),
  samplesOf(invitationLinkCalls, {
    showInvitation: {
      valid: async (world) => ({ body: (await createInvitationSecret(world)).body }),
      invalid: () => ({ body: { secret: 'x' } }),
      code: 'LINK_UNKNOWN',
    },
    acceptInvitation: {
      valid: async (world) => {
        const { guest, body } = await createInvitationSecret(world)
        return { as: guest.token, body }
      },
      invalid: () => ({ body: { secret: 'x' } }),
      code: 'LINK_UNKNOWN',
    },
    declineInvitation: {
      valid: async (world) => ({ body: (await createInvitationSecret(world)).body }),
      invalid: () => ({ body: {} }),
      code: 'INVALID_INPUT',
    },
  }),
]
