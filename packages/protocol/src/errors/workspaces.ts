import { MAX_MEMBERS, MAX_WORKSPACES } from '../workspaces.ts'
import type { ErrorRow } from './row.ts'

/** Errors of workspaces, members and invitations. */
export const WORKSPACE_ERRORS = {
  VIEWERS_ONLY_READ: {
    status: 403,
    title: 'You are a viewer in this workspace and have read-only access.',
    fix: 'Ask an owner of the workspace to make you a member, or switch to another workspace.',
  },
  OWNERS_ONLY: {
    status: 403,
    title: 'Only owners of this workspace can do this.',
    fix: 'Ask one of its owners.',
  },
  LOGO_REFUSED: {
    status: 400,
    title: 'This file cannot be used as a logo.',
    fix: 'Choose a PNG, JPEG or WebP file of up to 512 KB and 8 megapixels.',
  },
  REPLY_TO_REFUSED: {
    status: 409,
    title: 'Replies cannot go to this person.',
    fix: 'Choose a member of the workspace whose e-mail address is confirmed.',
    fields: ['replyTo'],
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    title: 'This workspace does not exist, or you are not a member of it.',
    fix: 'Choose one from your list, or ask its owners to invite you.',
  },
  MEMBER_NOT_FOUND: {
    status: 404,
    title: 'This person is not a member of this workspace.',
    fix: 'Reload the list of members.',
  },
  ALREADY_MEMBER: {
    status: 409,
    title: 'Someone with this e-mail address is already a member.',
    fix: 'Change their role in the list of members instead.',
    fields: ['email'],
  },
  LAST_OWNER: {
    status: 409,
    title: 'This would leave the workspace without an owner.',
    fix: 'Make someone else an owner first.',
  },
  PERSONAL_WORKSPACE: {
    status: 409,
    title: 'The owner of a personal workspace cannot be changed or removed.',
    fix: 'Add other owners, or create a separate workspace.',
  },
  WORKSPACE_FULL: {
    status: 409,
    title: `This workspace has reached the limit of ${MAX_MEMBERS} members and open invitations.`,
    fix: 'Remove members or withdraw invitations first.',
  },
  TOO_MANY_WORKSPACES: {
    status: 409,
    title: `You have reached the limit of ${MAX_WORKSPACES} workspaces.`,
    fix: 'Leave one first.',
  },
  INVITATION_FOR_ANOTHER_ADDRESS: {
    status: 403,
    title: 'This invitation was sent to a different e-mail address than the one of your account.',
    fix: 'Sign in to the account with that address, or ask for an invitation to yours.',
  },
  INVITATION_NOT_OPEN: {
    status: 404,
    title: 'This invitation was accepted or withdrawn, or has expired.',
    fix: 'If it is still needed, ask for a new invitation.',
  },
  MONTHLY_QUOTA_USED: {
    status: 429,
    title: 'This workspace has reached its limit of signing requests for this month.',
    fix: 'New requests can be started from the next month (UTC). Operators can raise the limit.',
  },
} as const satisfies Record<string, ErrorRow>
