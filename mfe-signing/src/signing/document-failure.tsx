import { t } from '@inkproof/texts/text'
import { ErrorState } from '@inkproof/ui/error-state'
import type { ReactNode } from 'react'
import type { Failure } from './failure.ts'

type Props = {
  failure: Failure
  /** What was loaded is not what would be signed. Loading it again cannot help. */
  isRefused: boolean
  onRetry: () => void
  actions?: ReactNode
}

/** Why a document cannot be shown for signing, and what to do. */
export function DocumentFailure({ actions, failure, isRefused, onRetry }: Props) {
  return (
    <ErrorState
      title={
        isRefused
          ? t('The document does not match the request')
          : t('The document could not be loaded')
      }
      {...(isRefused ? {} : { onRetry })}
      actions={actions}
    >
      {failure.message}
    </ErrorState>
  )
}
