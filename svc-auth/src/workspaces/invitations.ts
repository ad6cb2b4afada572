/**
 * Invitations by e-mail (docs/decisions/invitations-go-to-an-address.md): the link works only for the account that
 * has the address to which the link was sent.
 */

import { Role } from '@inkproof/protocol/auth'
import { normalizeEmail } from '@inkproof/protocol/email-address'
import { type InviteRequest, MAX_MEMBERS } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { displayName } from './display-name.ts'
import { requireOwner } from './members.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type InviteDeps = {
  workspaces: WorkspaceStore
  tokens: Tokens
  links: Pick<LinkTokens, 'findOpen' | 'withdraw'>
  /** Returns the accounts of a workspace's members. */
  accountsOf: (workspace: WorkspaceRow) => Promise<AccountRow[]>
  now: () => Date
}

/** The content of an invitation, as stored in its token. */
export type Invitation = {
  email: string
  role: Role
  inviter: string
  /** The id of the inviter's account. The invitation is valid only as long as the inviter is an owner. */
  inviterId: string
  workspace: string
}

const LINK_TTL_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * Invites an address. Repeating the call with the same `cause` creates no second invitation.
 *
 * Earlier invitations to the address are withdrawn, so only the newest link works. They are withdrawn after the new
 * invitation is created and only if they are not newer, so that a repeated call does not withdraw its own invitation.
 *
 * @throws AppError OWNERS_ONLY, ALREADY_MEMBER or WORKSPACE_FULL.
 */
export async function invite(
  deps: InviteDeps,
  { workspaceId, inviter, cause }: { workspaceId: string; inviter: AccountRow; cause: string },
  { email, role }: InviteRequest,
): Promise<Invitation> {
  const workspace = requireOwner(await deps.workspaces.find(workspaceId), inviter._id)
  const members = await deps.accountsOf(workspace)
  if (members.some((member) => isSameAddress(member.email, email)))
    throw new AppError('ALREADY_MEMBER')
  const open = await findOpenInvitations(deps, workspaceId)
  const replaced = open.filter((row) => isSameAddress(parseInvitation(row).email, email))
  if (workspace.members.length + open.length - replaced.length >= MAX_MEMBERS)
    throw new AppError('WORKSPACE_FULL')
  const sender = { inviter: displayName(inviter), inviterId: inviter._id }
  const data: Invitation = { email, role, ...sender, workspace: workspace.name }
  const { _id, createdAt } = await deps.tokens.create({
    kind: 'invitation',
    ownerId: workspaceId,
    data,
    ttlMs: LINK_TTL_MS,
    mailTo: email,
    cause,
  })
  const earlier = replaced.filter((row) => row._id !== _id && row.createdAt <= createdAt)
  await withdraw(deps, earlier)
  return data
}

/** Returns the invitations that can still be accepted, newest first. */
export function findOpenInvitations(
  { links }: Pick<InviteDeps, 'links'>,
  workspaceId: string,
): Promise<TokenRow[]> {
  return links.findOpen(workspaceId, 'invitation', MAX_MEMBERS)
}

/**
 * Returns an open invitation if the actor is an owner.
 *
 * @throws AppError OWNERS_ONLY, or INVITATION_NOT_OPEN if it was accepted or withdrawn, or has expired.
 */
export async function requireOpenInvitation(
  deps: InviteDeps,
  { workspaceId, actorId, id }: { workspaceId: string; actorId: string; id: string },
): Promise<TokenRow> {
  requireOwner(await deps.workspaces.find(workspaceId), actorId)
  const invitation = (await findOpenInvitations(deps, workspaceId)).find(({ _id }) => _id === id)
  if (!invitation) throw new AppError('INVITATION_NOT_OPEN')
  return invitation
}

/** Withdraws those invitations that have not been accepted in the meantime. */
export async function withdraw(
  { links }: Pick<InviteDeps, 'links'>,
  rows: readonly Pick<TokenRow, '_id'>[],
): Promise<void> {
  for (const { _id } of rows) await links.withdraw(_id)
}

/** Withdraws invitations to an address, so that a removed member cannot rejoin with one. */
export async function withdrawSentTo(
  deps: Pick<InviteDeps, 'links'>,
  workspaceId: string,
  email: string | null | undefined,
): Promise<void> {
  const open = await findOpenInvitations(deps, workspaceId)
  const matching = open.filter((row) => isSameAddress(parseInvitation(row).email, email))
  await withdraw(deps, matching)
}

/** Withdraws invitations sent by a person who is no longer an owner. */
export async function withdrawSentBy(
  deps: Pick<InviteDeps, 'links'>,
  workspaceId: string,
  inviterId: string,
): Promise<void> {
  const open = await findOpenInvitations(deps, workspaceId)
  const matching = open.filter((row) => parseInvitation(row).inviterId === inviterId)
  await withdraw(deps, matching)
}

export function parseInvitation({ data }: Pick<TokenRow, 'data'>): Invitation {
  const { role, ...fields } = data as Record<keyof Invitation, string>
  return { ...fields, role: Role.parse(role) }
}

/** Whether two addresses name the same mailbox. Identities are compared the same way. */
export function isSameAddress(first: string | null | undefined, second: string | null | undefined) {
  return first != null && second != null && normalizeEmail(first) === normalizeEmail(second)
}
