/**
 * Mailed links that lead to the settings: `/user-profile#<name>=<secret>`. What they open is shown before
 * anybody has to sign in.
 */
import type { ComponentType } from 'react'
import type { LinkCardProps } from './link-card.ts'

const emailCards = () => import(/* webpackChunkName: "links" */ '../emails/link-cards.tsx')

/** The card of each, by the fragment's name. */
export const LINKS: Readonly<
  Record<string, () => Promise<{ Component: ComponentType<LinkCardProps> }>>
> = {
  'confirm-email': async () => ({ Component: (await emailCards()).ConfirmEmailCard }),
  'change-email': async () => ({ Component: (await emailCards()).ChangeEmailCard }),
  'undo-email': async () => ({ Component: (await emailCards()).UndoEmailCard }),
  invitation: () => import(/* webpackChunkName: "links" */ '../workspaces/invitation-card.tsx'),
}
