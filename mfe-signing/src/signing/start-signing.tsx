import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { Progress } from '@inkproof/ui/progress'
import { StartFailure } from './start-failure.tsx'
import { StartedFailure } from './started-failure.tsx'
import { type StartInput, type Step, useStartSigning } from './use-start-signing.ts'

/** Shows the progress of starting to sign, and what to do if it fails. */
export function StartSigning(props: StartInput) {
  const { draft, onBack } = props
  const { checkAgain, finish, isSending, run, work } = useStartSigning(props)
  if (work.step === 'failed')
    return (
      <StartFailure
        failure={work.failure}
        isSending={isSending}
        onRetry={() => void run()}
        onBack={onBack}
      />
    )
  if (work.step === 'unchecked')
    return (
      <StartedFailure
        error={work.error}
        onRetry={() => void checkAgain(work.id)}
        onOpen={() => finish(work.id)}
        onWithdrawn={onBack}
      />
    )
  return (
    <Card className="max-w-lg" aria-live="polite">
      <Progress
        label={isSending && work.step === 'preparing' ? SENDING : LABELS[work.step]}
        value={null}
        detail={draft.file.name}
      />
    </Card>
  )
}

const LABELS: Record<Step, string> = {
  'sign-in': t('Waiting for you to sign in…'),
  uploading: t('Uploading the document…'),
  preparing: t('Preparing the document for signing…'),
  checking: t('Comparing what was sent with what you entered…'),
}

const SENDING = t('Preparing the document and sending the invitations…')
