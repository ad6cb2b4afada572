import { downloadAttachmentByLink } from '@inkproof/protocol/calls/signing-links'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Section } from '@inkproof/ui/page'
import { AttachmentList } from '../signing/attachment-list.tsx'
import { type Link, proofOf } from './link.ts'

type Props = { link: Link; request: LinkedRequest }

/** The attachments of a request whose document is not shown; nothing if there are none. */
export function LinkAttachments({ link, request }: Props) {
  if (request.attachments === undefined) return null
  return (
    <Section title={t('Attachments')}>
      <AttachmentList
        attachments={request.attachments}
        fields={request.fields}
        people={request.participants}
        load={(field) => loadAttachment(link, field)}
      />
    </Section>
  )
}

/** Fetches a file that somebody has attached. @throws RequestError */
export function loadAttachment(link: Link, field: string): Promise<Blob> {
  const params = { id: link.id, field }
  return call(downloadAttachmentByLink, { params, body: proofOf(link) })
}
