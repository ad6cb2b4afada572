/**
 * Mailed links that open the settings: `/user-profile#<name>=<secret>`. Their cards are shown without signing in
 * first.
 */
import { type ComponentType, lazy } from 'react'
import type { LinkCardProps } from '../links/mailed-link-card.tsx'
import type { MailedLink } from '../links/use-mailed-link.ts'

const emailCards = () => import(/* webpackChunkName: "links" */ '../emails/link-cards.tsx')
const invitation = () => import(/* webpackChunkName: "links" */ '../workspaces/invitation-card.tsx')

/** The card of each link, by the fragment's name. */
export const LINK_CARDS: Readonly<Record<string, ComponentType<LinkCardProps>>> = {
  'confirm-email': lazy(async () => ({ default: (await emailCards()).ConfirmEmailCard })),
  'change-email': lazy(async () => ({ default: (await emailCards()).ChangeEmailCard })),
  'undo-email': lazy(async () => ({ default: (await emailCards()).UndoEmailCard })),
  invitation: lazy(async () => ({ default: (await invitation()).Component })),
}

/** Returns the mailed link in a fragment; null if the fragment is that of a section or unknown. */
export function readLink(fragment: string): MailedLink | null {
  const [, name = '', secret = ''] = /^#([a-z-]+)=([\w.-]+)$/.exec(fragment) ?? []
  return Object.hasOwn(LINK_CARDS, name) ? { name, secret } : null
}
