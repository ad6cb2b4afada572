/** Calls for the branding of a workspace. */
import { brandingCalls } from '@inkproof/protocol/calls/branding'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { AccountStore } from '../accounts/account-store.ts'
import { requireAccount } from '../accounts/require-account.ts'
import { requireMember, requireOwner } from '../workspaces/members.ts'
import { brandingOf, toBranding } from '../workspaces/to-branding.ts'
import { type LogoDeps, putLogo, removeLogo } from './put-logo.ts'

export type BrandingDeps = LogoDeps & { accounts: Pick<AccountStore, 'find'> }

export function implementBrandingCalls(deps: BrandingDeps): BoundCall[] {
  const { accounts, logos, workspaces } = deps
  return implement(brandingCalls, {
    showBranding: async ({ params, session }) => {
      const { _id } = await requireAccount(accounts, session.accountId)
      return toBranding(requireMember(await workspaces.find(params.id), _id))
    },
    changeBranding: async ({ body, params, session }) => {
      const { _id } = await requireAccount(accounts, session.accountId)
      const workspace = await workspaces.change(params.id, (current) => {
        const branding = brandingOf(requireOwner(current, _id))
        return { branding: { ...branding, ...body } }
      })
      return toBranding(workspace)
    },
    setLogo: async ({ body, params, session }) => {
      const { _id: accountId } = await requireAccount(accounts, session.accountId)
      const file = Buffer.from(body.image, 'base64')
      return toBranding(await putLogo(deps, { workspaceId: params.id, accountId }, file))
    },
    removeLogo: async ({ params, session }) => {
      const { _id: accountId } = await requireAccount(accounts, session.accountId)
      return toBranding(await removeLogo(deps, { workspaceId: params.id, accountId }))
    },
    showLogo: async ({ params }) => {
      const logo = await logos.find(params.id)
      if (!logo) throw new AppError('NOT_FOUND')
      return logo
    },
  })
}
