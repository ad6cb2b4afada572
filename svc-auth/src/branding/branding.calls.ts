/** Calls for the branding of a workspace. */
import { brandingCalls } from '@inkproof/protocol/calls/branding'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { requireAccount } from '../accounts/require-account.ts'
import { requireMember } from '../workspaces/members.ts'
import { brandingOf } from '../workspaces/to-branding.ts'
import { type NotifyDeps, notifyOfReplies } from './notify-of-replies.ts'
import { type LogoDeps, putLogo, removeLogo } from './put-logo.ts'
import { type ReplyToDeps, requireAllowed, requireConfirmed, toSettings } from './reply-to.ts'

export type BrandingDeps = LogoDeps & ReplyToDeps & NotifyDeps

export function implementBrandingCalls(deps: BrandingDeps): BoundCall[] {
  const { accounts, logos, workspaces } = deps
  return implement(brandingCalls, {
    showBranding: async ({ params, session }) => {
      const { _id } = await requireAccount(accounts, session.accountId)
      return toSettings(deps, requireMember(await workspaces.find(params.id), _id), _id)
    },
    changeBranding: async ({ body, params, session }) => {
      const actor = await requireAccount(accounts, session.accountId)
      const { _id } = actor
      requireAllowed(requireMember(await workspaces.find(params.id), _id), _id, body)
      await requireConfirmed(deps, body)
      let before: string | null = null
      const workspace = await workspaces.change(params.id, (current) => {
        const branding = brandingOf(requireAllowed(current, _id, body))
        before = branding.replyTo
        return { branding: { ...branding, ...body } }
      })
      await notifyOfReplies(deps, workspace, actor, before)
      return toSettings(deps, workspace, _id)
    },
    setLogo: async ({ body, params, session }) => {
      const { _id: accountId } = await requireAccount(accounts, session.accountId)
      const file = Buffer.from(body.image, 'base64')
      const workspace = await putLogo(deps, { workspaceId: params.id, accountId }, file)
      return toSettings(deps, workspace, accountId)
    },
    removeLogo: async ({ params, session }) => {
      const { _id: accountId } = await requireAccount(accounts, session.accountId)
      const workspace = await removeLogo(deps, { workspaceId: params.id, accountId })
      return toSettings(deps, workspace, accountId)
    },
    showLogo: async ({ params }) => {
      const logo = await logos.find(params.id)
      if (!logo) throw new AppError('NOT_FOUND')
      return logo
    },
  })
}
