/**
 * Invitations by e-mail (docs/decisions/invitations-go-to-an-address.md): the link works only for the account that
 * has the address it was sent to.
 */
import { Role } from '@inkproof/protocol/auth'
import { type InviteRequest, MAX_MEMBERS } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { requireOwner } from './members.ts'
import { nameOf } from './name-of.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type InviteDeps = {
  workspaces: WorkspaceStore
  tokens: Tokens
  links: Pick<LinkTokens, 'open' | 'withdraw'>
  /** The accounts of members. */
  accountsOf: (workspace: WorkspaceRow) => Promise<AccountRow[]>
  now: () => Date
}

/** The content of an invitation, as stored in its token. */
export type Invitation = {
  email: string
  role: Role
  inviter: string
  /** The inviter's account: an invitation is valid as long as they are an owner. */
  inviterId: string
  workspace: string
}

const LINK_TTL_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * Invites an address. It replaces an earlier invitation, so only the newest link works.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_ALREADY or WORKSPACE_FULL.
 */
export async function invite(
  deps: InviteDeps,
  { workspaceId, inviter }: { workspaceId: string; inviter: AccountRow },
  { email, role }: InviteRequest,
): Promise<Invitation> {
  const workspace = requireOwner(await deps.workspaces.find(workspaceId), inviter._id)
  const members = await deps.accountsOf(workspace)
  if (members.some((member) => isSameAddress(member.email, email)))
    throw new AppError('MEMBER_ALREADY')
  const open = await openInvitations(deps, workspaceId)
  const earlier = open.filter((row) => isSameAddress(invitationOf(row).email, email))
  if (workspace.members.length + open.length - earlier.length >= MAX_MEMBERS)
    throw new AppError('WORKSPACE_FULL')
  await withdraw(deps, earlier)
  const by = { inviter: nameOf(inviter), inviterId: inviter._id }
  const data: Invitation = { email, role, ...by, workspace: workspace.name }
  await deps.tokens.make({
    kind: 'invitation',
    ownerId: workspaceId,
    data,
    ttlMs: LINK_TTL_MS,
    mailTo: email,
  })
  return data
}

/** Invitations that can still be accepted, newest first. */
export function openInvitations(
  { links }: Pick<InviteDeps, 'links'>,
  workspaceId: string,
): Promise<TokenRow[]> {
  return links.open(workspaceId, 'invitation', MAX_MEMBERS)
}

/**
 * One open invitation, for an owner.
 *
 * @throws AppError OWNERS_ONLY, or INVITATION_GONE when it was accepted, withdrawn or has expired.
 */
export async function ownInvitation(
  deps: InviteDeps,
  { workspaceId, actorId, id }: { workspaceId: string; actorId: string; id: string },
): Promise<TokenRow> {
  requireOwner(await deps.workspaces.find(workspaceId), actorId)
  const found = (await openInvitations(deps, workspaceId)).find(({ _id }) => _id === id)
  if (!found) throw new AppError('INVITATION_GONE')
  return found
}

/** Withdraws invitations. Each is decided against a concurrent acceptance by its state. */
export async function withdraw(
  { links }: Pick<InviteDeps, 'links'>,
  rows: readonly Pick<TokenRow, '_id'>[],
): Promise<void> {
  for (const { _id } of rows) await links.withdraw(_id)
}

/** Withdraws invitations to an address, so that a removed member cannot rejoin with one. */
export async function withdrawFor(
  deps: Pick<InviteDeps, 'links'>,
  workspaceId: string,
  email: string | null | undefined,
): Promise<void> {
  const open = await openInvitations(deps, workspaceId)
  const sent = open.filter((row) => isSameAddress(invitationOf(row).email, email))
  await withdraw(deps, sent)
}

/** Withdraws invitations sent by somebody who is no longer an owner. */
export async function withdrawBy(
  deps: Pick<InviteDeps, 'links'>,
  workspaceId: string,
  inviterId: string,
): Promise<void> {
  const open = await openInvitations(deps, workspaceId)
  const sent = open.filter((row) => invitationOf(row).inviterId === inviterId)
  await withdraw(deps, sent)
}

export function invitationOf({ data }: Pick<TokenRow, 'data'>): Invitation {
  const { role, ...said } = data as Record<keyof Invitation, string>
  return { ...said, role: Role.parse(role) }
}

/** Compared in lower case, as identities are. */
export function isSameAddress(one: string | null | undefined, other: string | null | undefined) {
  return one != null && other != null && one.toLowerCase() === other.toLowerCase()
}
