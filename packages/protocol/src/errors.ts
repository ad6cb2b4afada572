/**
 * Every error a person or a program can meet: one row per code.
 *
 * The row is the only place where a code, its HTTP status and its words meet; the services'
 * error answer, the front ends and docs/errors.md all read it. Codes are never reused.
 * `title` says what happened, `fix` what to do next; together they are the sentence people see.
 */
export const ERRORS = {
  INVALID_INPUT: {
    status: 400,
    title: 'The request is not valid.',
    fix: 'Correct the named fields and send it again.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    title: 'Password must be at least 8 characters long.',
    fix: 'Choose a longer one.',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    title: 'This password is among the first that are guessed.',
    fix: 'Choose one that nobody else would think of, such as four words at random.',
  },
  PASSWORD_HAS_NAME: {
    status: 400,
    title: 'This password contains your name, your e-mail address or the name of this product.',
    fix: 'Choose one that says nothing about you.',
  },
  PICTURE_REFUSED: {
    status: 400,
    title: 'This file cannot be your picture.',
    fix: 'Choose a JPEG, PNG, WebP or GIF file of up to 5 MB and 25 megapixels.',
  },
  VERIFICATION_FAILED: {
    status: 400,
    title: 'The security verification is missing, expired or already used.',
    fix: 'Run the verification again, then retry.',
  },
  WALLET_MESSAGE_REFUSED: {
    status: 400,
    title: 'This signed message is not one we take.',
    fix: 'Ask for a new message and sign it within five minutes, in the same browser.',
  },
  WALLET_SIGNATURE_WRONG: {
    status: 400,
    title: 'The signature is not by this wallet.',
    fix: 'Choose the account in your wallet that you connected, then sign again.',
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    title: 'You are not signed in.',
    fix: 'Sign in, then retry.',
  },
  SESSION_ENDED: {
    status: 401,
    title: 'Your session has ended.',
    fix: 'Sign in again.',
  },
  CREDENTIALS_WRONG: {
    status: 401,
    title: 'The e-mail address or the password is not right.',
    fix: 'Check both and try again.',
  },
  PASSKEY_UNKNOWN: {
    status: 401,
    title: 'This passkey opens no account here.',
    fix: 'Choose another one, or sign in another way.',
  },
  SIGN_IN_EXPIRED: {
    status: 401,
    title: 'This sign-in took too long or had too many wrong codes.',
    fix: 'Sign in again from the start.',
  },
  PROOF_NEEDED: {
    status: 403,
    title: 'This needs you to show again that it is you.',
    fix: 'Confirm with your password, passkey, wallet or authenticator app, then retry.',
  },
  STRONGER_PROOF_NEEDED: {
    status: 403,
    title:
      'This account has an authenticator app, so a password or wallet alone is not enough here.',
    fix: 'Confirm with a code of the app, a recovery code or a passkey.',
  },
  PASSWORD_WRONG: {
    status: 403,
    title: 'The password is not right.',
    fix: 'Check it and try again.',
  },
  PASSKEY_REFUSED: {
    status: 403,
    title: 'This passkey could not be checked.',
    fix: 'Try again, or use another way.',
  },
  CODE_WRONG: {
    status: 403,
    title: 'This code is not right, or was used already.',
    fix: 'Type the one that your app shows now, or a recovery code that you have not used.',
  },
  WALLET_NOT_YOURS: {
    status: 403,
    title: 'This wallet does not belong to your account.',
    fix: 'Choose a wallet that is listed in your settings.',
  },
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
  INVITATION_FOR_OTHER: {
    status: 403,
    title: 'This invitation was sent to another e-mail address than your account has.',
    fix: 'Sign in with the account of that address, or ask to be invited at yours.',
  },
  CHAIN_METHOD_REFUSED: {
    status: 403,
    title: 'This node answers only reading calls about the public record.',
    fix: 'Ask for a block or a receipt, or call the contract of the record; ask anything else of a node of your own.',
  },
  NOT_FOUND: {
    status: 404,
    title: 'There is nothing at this address.',
    fix: 'Check the link.',
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
  INVITATION_GONE: {
    status: 404,
    title: 'This invitation was accepted or withdrawn, or has expired.',
    fix: 'Invite the address again if that is still wanted.',
  },
  CERTIFICATE_NOT_FOUND: {
    status: 404,
    title: 'There is no such certificate.',
    fix: 'Check the link, or verify the file together with its proof file.',
  },
  PAGE_NOT_FOUND: {
    status: 404,
    title: 'There is no such page.',
    fix: 'Check the address or use the search.',
  },
  EMAIL_TAKEN: {
    status: 409,
    title: 'An account with this e-mail address exists.',
    fix: 'Sign in instead.',
  },
  EMAIL_UNCONFIRMED: {
    status: 409,
    title: 'A password opens an account together with a confirmed e-mail address.',
    fix: 'Add your e-mail address and confirm it, then set a password.',
  },
  PROVIDER_EMAIL_TAKEN: {
    status: 409,
    title: 'An account with the e-mail address of your outside account exists.',
    fix: 'Sign in to it as you did before, then link the outside account under Settings.',
  },
  EMAIL_MISSING: {
    status: 409,
    title: 'Your account has no e-mail address.',
    fix: 'Add one in your settings first.',
  },
  EMAIL_CHANGED_LATELY: {
    status: 409,
    title: 'The e-mail address of this account was changed less than 7 days ago.',
    fix: 'Wait until the address before can no longer undo that, or undo it by the link it was sent.',
  },
  WAY_IN_TAKEN: {
    status: 409,
    title: 'This way to sign in belongs to another account.',
    fix: 'Remove it there first, or use another.',
  },
  TOO_MANY_WALLETS: {
    status: 409,
    title: 'Your account has 20 wallets, which is the most.',
    fix: 'Remove one that you no longer use first.',
  },
  LAST_WAY_IN: {
    status: 409,
    title: 'This is the only way into your account.',
    fix: 'Add another way to sign in first.',
  },
  PASSKEYS_FULL: {
    status: 409,
    title: 'This account has 20 passkeys, which is the most.',
    fix: 'Remove one that you no longer use first.',
  },
  APP_IS_ON: {
    status: 409,
    title: 'This account has an authenticator app already.',
    fix: 'Remove it first, then set up the new one.',
  },
  APP_IS_OFF: {
    status: 409,
    title: 'This account has no authenticator app.',
    fix: 'Set one up first.',
  },
  PROVIDER_RETURN_EXPIRED: {
    status: 410,
    title: 'This sign-in took too long, was used already, or was begun in another browser.',
    fix: 'Start it again.',
  },
  HAND_OVER_FIRST: {
    status: 409,
    title: 'You are the only owner of a workspace that others work in.',
    fix: 'Make somebody else an owner there, or remove its members, then retry.',
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
  MEMBER_ALREADY: {
    status: 409,
    title: 'Somebody with this e-mail address is a member already.',
    fix: 'Change their role in the list of members instead.',
  },
  WORKSPACE_FULL: {
    status: 409,
    title: 'This workspace has 200 members and open invitations, which is the most.',
    fix: 'Remove members or withdraw invitations first.',
  },
  TOO_MANY_WORKSPACES: {
    status: 409,
    title: 'You belong to 50 workspaces, which is the most.',
    fix: 'Leave one first.',
  },
  LINK_USED: {
    status: 410,
    title: 'This link has been used already.',
    fix: 'Ask for a new one if you still need it.',
  },
  LINK_EXPIRED: {
    status: 410,
    title: 'This link has expired.',
    fix: 'Ask for a new one.',
  },
  LINK_FOR_OTHER: {
    status: 403,
    title: 'This link belongs to another account than the one you are signed in to.',
    fix: 'Sign in with the account the mail is about, then open the link again.',
  },
  LINK_UNKNOWN: {
    status: 404,
    title: 'This link is not one of ours, or parts of it are missing.',
    fix: 'Open it from the mail again, or ask for a new one.',
  },
  CERTIFICATE_ID_TAKEN: {
    status: 409,
    title: 'This id is already used for another certificate.',
    fix: 'Start the certification again, so that a new id is made.',
  },
  ALREADY_SUPERSEDED: {
    status: 409,
    title: 'This certificate was already revoked or superseded.',
    fix: 'Open the certificate to see its present state.',
  },
  PROOF_NOT_READY: {
    status: 409,
    title: 'This entry is not yet covered by a signed state of the record.',
    fix: 'Retry in a second.',
  },
  CERTIFICATE_ALTERED: {
    status: 409,
    title:
      'This certificate was changed where it is stored and no longer matches the public record.',
    fix: 'Do not rely on it; verify the file with its proof file and tell the operator.',
  },
  TOO_LARGE: {
    status: 413,
    title: 'The request is larger than this address accepts.',
    fix: 'Send less at once.',
  },
  NOT_JSON: {
    status: 415,
    title: 'The request body must be JSON.',
    fix: 'Send it as application/json.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Too many requests.',
    fix: 'Wait as long as the Retry-After header says.',
  },
  DAILY_ALLOWANCE_USED: {
    status: 429,
    title: 'This account may not add so many certificates today.',
    fix: 'Send fewer at once, or go on at the time named.',
  },
  INTERNAL: {
    status: 500,
    title: 'Something broke on our side.',
    fix: 'Retry; quote the request id if it stays.',
  },
  UNAVAILABLE: {
    status: 503,
    title: 'A part this needs is not answering right now.',
    fix: 'Retry in a few seconds; nothing was lost.',
  },
  RECORD_DAMAGED: {
    status: 503,
    title: 'The files of the public record do not lead to its signed state.',
    fix: 'Tell the operator; the certificate itself is not lost.',
  },
  STORAGE_FULL: {
    status: 507,
    title: 'The installation has no space left to keep this safely.',
    fix: 'Tell its operator; nothing was recorded.',
  },
} as const satisfies Record<string, { status: number; title: string; fix: string }>

/** A key of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS

/** What an error answer carries when the caller accepts `application/problem+json` (RFC 9457). */
export type Problem = {
  code: ErrorCode
  title: string
  detail: string
  status: number
  requestId: string
  /** Values that help the reader: limits, field names, ids. Never secrets. */
  details?: Readonly<Record<string, unknown>>
}
