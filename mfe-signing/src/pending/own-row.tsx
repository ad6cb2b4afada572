import { urlOf } from '@inkproof/protocol/call-url'
import { listEnvelopes } from '@inkproof/protocol/calls/envelopes'
import { createRecipientLink } from '@inkproof/protocol/calls/pending-requests'
import type { OwnPending } from '@inkproof/protocol/pending-requests'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { failureOf } from '../signing/failure.ts'
import { PendingTime } from './pending-time.tsx'

/** A request that waits for the user, with a button that opens it. */
export function OwnRow({ request }: { request: OwnPending }) {
  const { expiresAt, hasLink, id, sender, since, title } = request
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p className="break-words font-medium text-ink">{title}</p>
        <p className="break-words text-ink-muted text-sm">{t('From {sender}', { sender })}</p>
        <PendingTime since={since} expiresAt={expiresAt} />
      </div>
      {hasLink ? (
        <OpenButton request={request} />
      ) : (
        <Button asChild size="sm">
          <Link to={`/document-signing?envelope=${id}`} aria-label={labelOf(request)}>
            {actionOf(request)}
          </Link>
        </Button>
      )}
    </div>
  )
}

/** Asks for the user's link, and opens its page. */
function OpenButton({ request }: { request: OwnPending }) {
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()

  async function open(): Promise<void> {
    setIsBusy(true)
    try {
      const params = { id: request.id, recipient: request.recipient }
      const { id, secret } = await call(createRecipientLink, { params })
      await navigate({ pathname: `/sign/${id}`, hash: `#${secret}` })
    } catch (error) {
      const title = t('The signing request was not opened')
      toast({ title, description: failureOf(error).message, variant: 'error' })
      await refetch(urlOf(listEnvelopes))
      setIsBusy(false)
    }
  }

  return (
    <Button size="sm" busy={isBusy} aria-label={labelOf(request)} onClick={() => void open()}>
      {actionOf(request)}
    </Button>
  )
}

function actionOf({ role }: OwnPending): string {
  if (role === 'approver') return t('Open to approve')
  return role === 'signer' ? t('Open to sign') : t('Open to view')
}

function labelOf(request: OwnPending): string {
  return t('{action}: {title}', { action: actionOf(request), title: request.title })
}
