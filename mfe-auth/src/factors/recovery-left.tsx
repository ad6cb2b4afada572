import { RECOVERY_CODE_COUNT } from '@inkproof/protocol/factors'
import { plural, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'

/** So few that new ones should be created. */
const FEW = 3

/** The number of unused recovery codes, with a warning when few are left. */
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
        ? t(
            'No recovery codes left. If you lose your phone, you won’t be able to sign in. Generate new ones.',
          )
        : plural(left, {
            one: 'Only {count} recovery code left. Generate new ones before you run out.',
            other: 'Only {count} recovery codes left. Generate new ones before you run out.',
          })}
    </Alert>
  )
}
