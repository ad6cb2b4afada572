import { RECOVERY_CODE_COUNT } from '@inkproof/protocol/factors'
import { plural, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'

/** Few enough to think of new ones. */
const FEW = 3

/** How many recovery codes are left, with a warning while there is time. */
export function RecoveryLeft({ left }: { left: number }) {
  if (left > FEW) {
    return (
      <p className="text-ink-muted text-sm">
        {t('{left} of {total} recovery codes left, in case you lose your phone.', {
          left,
          total: RECOVERY_CODE_COUNT,
        })}
      </p>
    )
  }
  return (
    <Alert tone="warning">
      {left === 0
        ? t('No recovery codes left. Without your phone you could not sign in. Generate new ones.')
        : plural(left, {
            one: 'Only {count} recovery code left. Generate new ones while you can sign in.',
            other: 'Only {count} recovery codes left. Generate new ones while you can sign in.',
          })}
    </Alert>
  )
}
