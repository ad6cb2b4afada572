import type { EmailLink, EmailLinkKind, EmailLinkRequest } from '@inkproof/protocol/emails'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Sessions } from '../session-store/session-store.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import { type ChangeDeps, changeEmail } from './change-email.ts'
import { confirmEmail } from './confirm-email.ts'
import { type UndoDeps, undoEmail } from './undo-email.ts'

export type LinkDeps = ChangeDeps & UndoDeps & { sessions: Pick<Sessions, 'updateAll'> }

/** Returns what a mailed link is for, without using it. @throws AppError LINK_UNKNOWN, LINK_USED or LINK_EXPIRED */
export async function findLink(deps: LinkDeps, request: EmailLinkRequest): Promise<EmailLink> {
  return toView(deps, await deps.tokens.find(request.kind, request.token), request.kind)
}

const EFFECTS: Record<EmailLinkKind, (deps: LinkDeps, token: TokenRow) => Promise<void>> = {
  'confirm-email': confirmEmail,
  'change-email': changeEmail,
  'undo-email': undoEmail,
}

/**
 * Applies a mailed link. Effects are idempotent and the link is used last, so an interrupted call can be repeated.
 *
 * Links that attach an address to an account require a session of that account; otherwise the reader of an
 * unexpected e-mail could confirm a stranger's registration with one click. Undo links require none, because an
 * attacker may control the sessions by then.
 *
 * @throws AppError LINK_FOR_ANOTHER_ACCOUNT, and the errors of {@link findLink}, `requireSession` and the effects.
 */
export async function applyLink(
  deps: LinkDeps,
  request: EmailLinkRequest,
  requireSession: () => Promise<{ accountId: string }>,
): Promise<EmailLink> {
  const { kind, token } = request
  const row = await deps.tokens.find(kind, token)
  if (kind !== 'undo-email' && (await requireSession()).accountId !== row.ownerId)
    throw new AppError('LINK_FOR_ANOTHER_ACCOUNT')
  const view = await toView(deps, row, kind)
  try {
    await EFFECTS[kind](deps, row)
  } catch (error) {
    // The account and its links have been deleted since.
    if (error instanceof AppError && error.code === 'SESSION_ENDED')
      throw new AppError('LINK_EXPIRED', {}, { cause: error })
    throw error
  }
  // Confirming an address also verifies the account (accounts/verified-person.ts).
  if (kind !== 'undo-email') await deps.sessions.updateAll(row.ownerId, { isVerifiedPerson: true })
  await deps.tokens.consume(kind, token)
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
