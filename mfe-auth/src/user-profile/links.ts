/**
 * Mailed links that lead to the settings: `/user-profile#<name>=<secret>`. What they open is shown before
 * anybody has to sign in.
 */
import type { ComponentType } from 'react'

export type LinkCardProps = {
  /** Kept in memory only. */
  secret: string
  /** The person has seen the outcome: takes the card away. */
  onDone: () => void
}

const emailCards = () => import('../emails/link-cards.tsx')

/** By the fragment's name; the module exports its card as `Component`. */
export const LINKS: Readonly<
  Record<string, () => Promise<{ Component: ComponentType<LinkCardProps> }>>
> = {
  'confirm-email': async () => ({ Component: (await emailCards()).ConfirmEmailCard }),
  'change-email': async () => ({ Component: (await emailCards()).ChangeEmailCard }),
  'undo-email': async () => ({ Component: (await emailCards()).UndoEmailCard }),
  invitation: () => import('../workspaces/invitation-card.tsx'),
}
