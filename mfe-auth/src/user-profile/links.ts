/**
 * Mailed links that lead to the settings: `/user-profile#<name>=<secret>`. What they open is shown before
 * anybody has to sign in.
 */
import { type ComponentType, lazy } from 'react'
import type { LinkCardProps } from '../links/mailed-link-card.tsx'
import type { MailedLink } from '../links/use-mailed-link.ts'

type Cards = typeof import('../emails/link-cards.tsx')

/** The card of each, by the fragment's name. */
export const LINK_CARDS: Readonly<Record<string, ComponentType<LinkCardProps>>> = {
  'confirm-email': emailCard(({ ConfirmEmailCard }) => ConfirmEmailCard),
  'change-email': emailCard(({ ChangeEmailCard }) => ChangeEmailCard),
  'undo-email': emailCard(({ UndoEmailCard }) => UndoEmailCard),
  invitation: lazy(async () => {
    const { Component } = await import(
      /* webpackChunkName: "links" */ '../workspaces/invitation-card.tsx'
    )
    return { default: Component }
  }),
}

/** The mailed link in a fragment; null where it is a section's, or nothing known. */
export function readLink(fragment: string): MailedLink | null {
  const [, name = '', secret = ''] = /^#([a-z-]+)=([\w.-]+)$/.exec(fragment) ?? []
  return Object.hasOwn(LINK_CARDS, name) ? { name, secret } : null
}

function emailCard(of: (cards: Cards) => ComponentType<LinkCardProps>) {
  return lazy(async () => {
    const cards = await import(/* webpackChunkName: "links" */ '../emails/link-cards.tsx')
    return { default: of(cards) }
  })
}
