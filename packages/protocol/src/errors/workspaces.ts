import { MOST_MEMBERS, MOST_WORKSPACES } from '../workspaces.ts'
import type { ErrorRow } from './row.ts'

/** Errors of workspaces, members and invitations. */
export const WORKSPACE_ERRORS = {
  VIEWERS_ONLY_READ: {
    status: 403,
    title: 'You are a viewer of this workspace and may only read.',
    fix: 'Ask an owner of the workspace to make you a member, or work in another one.',
  },
  OWNERS_ONLY: {
    status: 403,
    title: 'Only owners of this workspace may do this.',
    fix: 'Ask one of its owners.',
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    title: 'There is no such workspace, or you do not belong to it.',
    fix: 'Choose one from your list, or ask its owners to invite you.',
  },
  MEMBER_NOT_FOUND: {
    status: 404,
    title: 'There is no such member in this workspace.',
    fix: 'Look at the list of members again.',
  },
  MEMBER_ALREADY: {
    status: 409,
    title: 'Somebody with this e-mail address is a member already.',
    fix: 'Change their role in the list of members instead.',
    fields: ['email'],
  },
  LAST_OWNER: {
    status: 409,
    title: 'This would leave the workspace without an owner.',
    fix: 'Make somebody else an owner first.',
  },
  PERSONAL_WORKSPACE: {
    status: 409,
    title: 'Everybody stays an owner of their personal workspace.',
    fix: 'Make others owners beside them, or work in a further workspace.',
  },
  WORKSPACE_FULL: {
    status: 409,
    title: `This workspace has ${MOST_MEMBERS} members and open invitations, which is the most.`,
    fix: 'Remove members or withdraw invitations first.',
  },
  TOO_MANY_WORKSPACES: {
    status: 409,
    title: `You belong to ${MOST_WORKSPACES} workspaces, which is the most.`,
    fix: 'Leave one first.',
  },
  INVITATION_FOR_OTHER: {
    status: 403,
    title: 'This invitation was sent to another e-mail address than your account has.',
    fix: 'Sign in with the account of that address, or ask to be invited at yours.',
  },
  INVITATION_GONE: {
    status: 404,
    title: 'This invitation was accepted or withdrawn, or has expired.',
    fix: 'Invite the address again if that is still wanted.',
  },
} as const satisfies Record<string, ErrorRow>
