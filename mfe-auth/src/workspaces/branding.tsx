import type { BrandingSettings } from '@inkproof/protocol/branding'
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { loadedOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { Card, CardHeader } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useRef } from 'react'
import { brandingQuery } from './branding.api.ts'
import { BrandingForm } from './branding-form.tsx'
import { BrandingLogo } from './branding-logo.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { RepliesToYou } from './branding-replies.tsx'

type Props = { workspace: WorkspaceView }

/** What recipients of the workspace's signing requests see. Owners change it; everyone else sees it. */
export function Branding({ workspace }: Props) {
  const query = usePersonalQuery(brandingQuery(workspace.id))
  const state = loadedOf(query)
  if (state.status === 'failed')
    return (
      <ErrorState
        title={t('The branding could not be loaded')}
        onRetry={() => void query.refetch()}
      >
        {state.reason}
      </ErrorState>
    )
  return (
    <Card>
      <CardHeader
        level={3}
        title={t('Branding')}
        description={t('Shown to recipients in e-mails and on the page on which they sign.')}
      />
      {state.status === 'loading' && (
        <div role="status" aria-label={t('Loading the branding')} className="space-y-4">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
      {state.status === 'ready' && <Content workspace={workspace} branding={state.data} />}
    </Card>
  )
}

function Content({ branding, workspace }: Props & { branding: BrandingSettings }) {
  const ref = useRef<HTMLDivElement>(null)
  if (workspace.role === 'owner')
    return (
      <div className="space-y-8">
        <BrandingLogo workspace={workspace} logo={branding.logo} />
        <BrandingForm
          key={JSON.stringify([
            ...[branding.color, branding.privacyUrl, branding.termsUrl],
            branding.replyTo?.accountId,
          ])}
          workspace={workspace}
          branding={branding}
        />
      </div>
    )
  const { replyToChoices: _, ...items } = branding
  const isSet = Object.values(items).some((item) => item !== null)
  return (
    <div ref={ref} tabIndex={-1} className="space-y-4 rounded-lg">
      <p className="text-ink-muted text-sm">
        {isSet
          ? t('Only owners can change it.')
          : t('Nothing is set: recipients see the name of the workspace. Owners can change it.')}
      </p>
      <RepliesToYou
        workspace={workspace}
        replyTo={branding.replyTo}
        onEnd={() => ref.current?.focus()}
      />
      {isSet && (
        <BrandingPreview
          {...branding}
          name={workspace.name}
          replyTo={branding.replyTo?.email ?? null}
        />
      )}
    </div>
  )
}
