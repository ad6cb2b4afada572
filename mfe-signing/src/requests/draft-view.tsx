import type { Envelope } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Link, useNavigate } from 'react-router-dom'
import { DiscardButton } from '../signing/discard-button.tsx'

/** A document that was uploaded, but whose signing has not started. The editor keeps what was entered. */
export function DraftView({ envelope }: { envelope: Envelope }) {
  const navigate = useNavigate()
  const isViewer = useSession(({ user }) => user?.role === 'viewer')
  return (
    <Alert
      tone="info"
      title={t('This document is still a draft')}
      actions={
        isViewer ? undefined : (
          <>
            <Button asChild size="sm">
              <Link to="/document-signing">{t('Open the editor')}</Link>
            </Button>
            <DiscardButton
              envelope={envelope}
              size="sm"
              onDone={() => void navigate('/document-signing')}
            />
          </>
        )
      }
    >
      {t(
        'It was uploaded, but signing has not started. The fields are kept in the browser where you placed them. Drafts are deleted after 30 days.',
      )}
    </Alert>
  )
}
