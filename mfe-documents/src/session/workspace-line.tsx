import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useWorkspace } from './use-workspace.ts'

/** Names the current workspace and links to the list of workspaces. Renders nothing for the personal workspace. */
export function WorkspaceLine() {
  const workspace = useWorkspace()
  if (workspace === null || workspace.isPersonal) return null
  const { name, role } = workspace
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-muted text-sm">
      <Users className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 break-words">
        {rich('Workspace: {name}', { name: <span className="font-medium text-ink">{name}</span> })}
      </span>
      {role === 'viewer' && <Badge tone="outline">{t('View only')}</Badge>}
      <Link
        to="/user-profile#workspaces"
        className="text-accent-ink underline-offset-4 hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        {t('Switch workspace')}
      </Link>
    </p>
  )
}

/** Tells a viewer why the Certify button is disabled, and what to do. */
export const VIEWER_CANNOT_CERTIFY = t(
  'You are a viewer in this workspace, so you cannot certify. Ask an owner to make you a member, or switch to another workspace.',
)
