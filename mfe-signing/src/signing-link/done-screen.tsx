import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import type { Link } from './link.ts'
import { LinkAttachments } from './link-attachments.tsx'
import { MessageScreen } from './message-screen.tsx'
import { PeopleList } from './people-list.tsx'

/** The person has signed or approved; the finished document does not exist yet. */
export function DoneScreen({ link, request }: { link: Link; request: LinkedRequest }) {
  const { participants, state, title, you } = request
  const isWaiting = state === 'signing'
  return (
    <MessageScreen
      document={title}
      title={you.role === 'signer' ? t('You have signed') : t('You have approved')}
      actions={
        <>
          {participants.length > 1 && <PeopleList request={request} />}
          <LinkAttachments link={link} request={request} />
        </>
      }
    >
      {isWaiting
        ? t(
            'Others have not signed or approved yet. You can close this page: you’ll get an e-mail when the finished document is ready.',
          )
        : t(
            'Everyone is done. The finished document is being created and appears here in a moment. You’ll also get it by e-mail.',
          )}
    </MessageScreen>
  )
}
