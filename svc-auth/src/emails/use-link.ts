import type { EmailLink, EmailLinkKind, EmailLinkRequest } from '@inkproof/protocol/emails'
import { AppError } from '@inkproof/service-kit/app-error'
import type { TokenRow } from '../tokens/tokens.model.ts'
import { type ChangeDeps, changeEmail } from './change-email.ts'
import { confirmEmail } from './confirm-email.ts'
import { type UndoDeps, undoEmail } from './undo-email.ts'

export type LinkDeps = ChangeDeps & UndoDeps

/** What a mailed link does. Changes nothing. @throws AppError LINK_UNKNOWN, LINK_USED or LINK_EXPIRED */
export async function lookAtLink(deps: LinkDeps, request: EmailLinkRequest): Promise<EmailLink> {
  return toView(deps, await deps.tokens.look(request.kind, request.token), request.kind)
}

const EFFECTS: Record<EmailLinkKind, (deps: LinkDeps, token: TokenRow) => Promise<void>> = {
  'confirm-email': confirmEmail,
  'change-email': changeEmail,
  'undo-email': undoEmail,
}

/**
 * Does what a mailed link is for. Each effect may be repeated without harm, so it comes first and the
 * link is used up last: a call that was cut off can be made again.
 *
 * What ties an address to an account asks for the session of that account: its reader could otherwise be
 * led to confirm, by a click in a mail they never asked for, what a stranger has registered. Keeping an
 * address asks for none, as a thief has the session by then.
 *
 * @throws AppError as {@link lookAtLink}, `signedIn` and the effects, and LINK_FOR_OTHER.
 */
export async function applyLink(
  deps: LinkDeps,
  request: EmailLinkRequest,
  signedIn: () => Promise<{ accountId: string }>,
): Promise<EmailLink> {
  const { kind, token } = request
  const row = await deps.tokens.look(kind, token)
  if (kind !== 'undo-email' && (await signedIn()).accountId !== row.ownerId)
    throw new AppError('LINK_FOR_OTHER')
  const view = await toView(deps, row, kind)
  try {
    await EFFECTS[kind](deps, row)
  } catch (error) {
    // The account has gone since; its links go with it.
    if (error instanceof AppError && error.code === 'SESSION_ENDED')
      throw new AppError('LINK_EXPIRED', {}, { cause: error })
    throw error
  }
  await deps.tokens.spend(kind, token)
  return view
}

async function toView(
  { accounts }: Pick<LinkDeps, 'accounts'>,
  { ownerId, data }: TokenRow,
  kind: EmailLinkKind,
): Promise<EmailLink> {
  const { email, from, to } = data as Record<'email' | 'from' | 'to', string | undefined>
  if (kind !== 'undo-email') return { kind, email: email ?? to ?? '', instead: null }
  const changed = to !== undefined && (await accounts.find(ownerId))?.email === to
  return { kind, email: from ?? '', instead: to ?? null, changed }
}
