import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Switch } from '@inkproof/ui/switch'
import { TestInstallationBadge } from '@inkproof/ui/test-installation'
import { useQuery } from '@tanstack/react-query'
import { getInstallationPolicy, POLICY_URL } from './installation.api.ts'
import { setVerifyOptions, useVerifyOptions } from './verify-options.store.ts'

/** A switch to trust this installation's record. Off by default; the choice is stored in this browser. */
export function TrustSwitch({ onChange }: { onChange: () => void }) {
  const trustedKey = useVerifyOptions((options) => options.trustedKey)
  const installation = useQuery({ queryKey: [POLICY_URL], queryFn: getInstallationPolicy })
  if (installation.isPending) return <Skeleton className="h-12 w-full" />
  if (installation.isError) {
    return (
      <Alert tone="warning">
        {t(
          'This installation’s record is unavailable right now. Other checks still work. Try again later.',
        )}
      </Alert>
    )
  }
  const { origin, logKey, embedded } = installation.data

  function trust(isTrusted: boolean) {
    setVerifyOptions({ trustedKey: isTrusted ? logKey : null })
    onChange()
  }

  return (
    <div className="space-y-2">
      <Switch
        label={t('Trust this installation’s record')}
        hint={<span className="break-all">{origin}</span>}
        checked={trustedKey === logKey}
        onCheckedChange={trust}
      />
      {embedded && <TestInstallationBadge />}
    </div>
  )
}
