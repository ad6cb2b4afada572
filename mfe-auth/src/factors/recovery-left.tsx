import { RECOVERY_CODE_COUNT } from '@inkproof/protocol/factors'
import { Alert } from '@inkproof/ui/alert'

/** Few enough to think of new ones. */
const FEW = 3

/** How many recovery codes are left, with a warning while there is time. */
export function RecoveryLeft({ left }: { left: number }) {
  if (left > FEW) {
    return (
      <p className="text-ink-muted text-sm">
        {left} of {RECOVERY_CODE_COUNT} recovery codes are left, for the day your phone is lost.
      </p>
    )
  }
  return (
    <Alert tone="warning">
      {left === 0
        ? 'No recovery code is left: without your phone you could not sign in. Make new ones.'
        : `Only ${left} recovery ${left === 1 ? 'code is' : 'codes are'} left. Make new ones while you can sign in.`}
    </Alert>
  )
}
