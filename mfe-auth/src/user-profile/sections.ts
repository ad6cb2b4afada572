/**
 * The sections of the settings, in order. Each part is in the folder of its feature and is added here with `lazyPart`.
 * All parts are shown together, so their code is one chunk: each further chunk would add its hash to every page of the
 * product.
 */

import { t } from '@inkproof/texts/text'
import { lazyPart, type Part } from './lazy-part.tsx'

export type ProfileSection = {
  /** The id of the element, and the fragment of its link. */
  id: string
  title: string
  /** One sentence below the title. */
  description?: string
  /** Usually one card each; a part may render nothing. */
  parts: readonly Part[]
}

/**
 * Shown above all sections when they apply: a scheduled deletion, an unconfirmed address. A notice is hidden while the
 * card of a mailed link with its id is shown, unless the link was rejected.
 */
export const NOTICES: readonly Part[] = [
  lazyPart(
    'deletion',
    () => import(/* webpackChunkName: "settings" */ '../deletion/deletion-notice.tsx'),
  ),
  lazyPart(
    'confirm-email',
    () => import(/* webpackChunkName: "settings" */ '../emails/confirm-notice.tsx'),
  ),
]

export const SECTIONS: readonly ProfileSection[] = [
  {
    id: 'profile',
    title: t('Profile'),
    parts: [
      lazyPart(
        'picture',
        () => import(/* webpackChunkName: "settings" */ '../profile/picture-section.tsx'),
      ),
      lazyPart(
        'names',
        () => import(/* webpackChunkName: "settings" */ '../profile/names-section.tsx'),
      ),
    ],
  },
  {
    id: 'email',
    title: t('E-mail'),
    parts: [
      lazyPart(
        'email',
        () => import(/* webpackChunkName: "settings" */ '../emails/emails-section.tsx'),
      ),
    ],
  },
  {
    id: 'password',
    title: t('Password'),
    parts: [
      lazyPart(
        'password',
        () => import(/* webpackChunkName: "settings" */ '../passwords/password-section.tsx'),
      ),
      lazyPart(
        'remove-password',
        () => import(/* webpackChunkName: "settings" */ '../factors/remove-password.tsx'),
      ),
    ],
  },
  {
    id: 'sign-in-methods',
    title: t('Sign-in methods'),
    description: t(
      'You can sign in with any of these. If you use an authenticator app, all except passkeys also require a code. You can’t remove your last sign-in method.',
    ),
    parts: [
      lazyPart(
        'wallets',
        () => import(/* webpackChunkName: "settings" */ '../wallets/wallets-section.tsx'),
      ),
      lazyPart(
        'passkeys',
        () => import(/* webpackChunkName: "settings" */ '../factors/passkeys-section.tsx'),
      ),
      lazyPart(
        'providers',
        () => import(/* webpackChunkName: "settings" */ '../providers/providers-section.tsx'),
      ),
    ],
  },
  {
    id: 'authenticator-app',
    title: t('Authenticator app'),
    parts: [
      lazyPart(
        'app',
        () => import(/* webpackChunkName: "settings" */ '../factors/authenticator-app-section.tsx'),
      ),
    ],
  },
  {
    id: 'sessions',
    title: t('Sessions'),
    parts: [
      lazyPart(
        'sessions',
        () => import(/* webpackChunkName: "settings" */ '../sessions/sessions-section.tsx'),
      ),
    ],
  },
  {
    id: 'workspaces',
    title: t('Workspaces'),
    parts: [
      lazyPart(
        'workspaces',
        () => import(/* webpackChunkName: "settings" */ '../workspaces/workspaces-section.tsx'),
      ),
    ],
  },
  {
    id: 'history',
    title: t('History'),
    description: t('Account activity, newest first.'),
    parts: [
      lazyPart(
        'history',
        () => import(/* webpackChunkName: "settings" */ '../history/history-section.tsx'),
      ),
    ],
  },
  {
    id: 'data-export',
    title: t('Data export'),
    parts: [
      lazyPart(
        'data-export',
        () => import(/* webpackChunkName: "settings" */ '../profile/export-section.tsx'),
      ),
    ],
  },
  {
    id: 'delete-account',
    title: t('Delete account'),
    parts: [
      lazyPart(
        'delete-account',
        () => import(/* webpackChunkName: "settings" */ '../deletion/deletion-section.tsx'),
      ),
    ],
  },
]
