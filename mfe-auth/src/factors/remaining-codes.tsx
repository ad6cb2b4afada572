import { RECOVERY_CODE_COUNT } from '@inkproof/protocol/factors'
import { plural, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'

/** At this number or below, a warning is shown. */
const LOW_COUNT = 3

/** The number of unused recovery codes, with a warning when few are left. */
export function RemainingCodes({ count }: { count: number }) {
  if (count > LOW_COUNT) {
    return (
      <p className="text-ink-muted text-sm">
        {t('{left} of {total} recovery codes left. Use one to sign in if you lose your phone.', {
          left: count,
          total: RECOVERY_CODE_COUNT,
        })}
      </p>
    )
  }
  return (
    <Alert tone="warning">
      {count === 0
        ? t(
            'No recovery codes left. If you lose your phone, you won’t be able to sign in. Generate new ones.',
          )
        : plural(count, {
            one: 'Only {count} recovery code left. Generate new ones before you run out.',
            other: 'Only {count} recovery codes left. Generate new ones before you run out.',
          })}
    </Alert>
  )
}
