import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { PageHeader } from '@inkproof/ui/page'
import { failureOf, hasCode } from '../signing/failure.ts'
import { SendStored } from '../signing/send-stored.tsx'
import type { StoredKey } from '../signing/signing-db.ts'
import { sendByLink } from './act-by-link.ts'
import type { Link } from './link.ts'

type Props = {
  link: Link
  request: LinkedRequest
  signingKey: StoredKey
  onRequest: (request: LinkedRequest) => void
  /** The statement was refused, or the request has changed. */
  onStale: () => void
}

/** Sends the statement of the link's holder that this browser has stored. */
export function SendByLink({ link, onRequest, onStale, request, signingKey }: Props) {
  const act = request.you.role === 'approver' ? 'approve' : 'sign'

  async function send(): Promise<void> {
    try {
      onRequest(await sendByLink(link, signingKey))
    } catch (error) {
      if (hasCode(error, 'STATEMENT_REFUSED'))
        toast({
          title: act === 'sign' ? t('Not signed yet') : t('Not approved yet'),
          description: failureOf(error).message,
          variant: 'error',
        })
      if (!hasCode(error, 'ENVELOPE_ENDED', 'ALREADY_SIGNED', 'STATEMENT_REFUSED')) throw error
      onStale()
    }
  }

  return (
    <>
      <PageHeader
        eyebrow={act === 'sign' ? t('Sign') : t('Approve')}
        title={<span className="break-words">{request.title}</span>}
      />
      <SendStored act={act} send={send} />
    </>
  )
}
