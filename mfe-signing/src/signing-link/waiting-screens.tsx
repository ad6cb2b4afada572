import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { MessageScreen } from './message-screen.tsx'
import { PeopleList } from './people-list.tsx'

type Props = { request: LinkedRequest }

/** Others have to act first. */
export function NotYourTurn({ request }: Props) {
  return (
    <MessageScreen
      document={request.title}
      title={t('It is not your turn yet')}
      actions={<PeopleList request={request} />}
    >
      {t('Others have to sign or approve first. You’ll get an e-mail when it is your turn.')}
    </MessageScreen>
  )
}

/** The person has confirmed their e-mail address in a second browser. */
export function WaitsForRelease({ request: { sender, title } }: Props) {
  return (
    <MessageScreen document={title} title={t('Permission needed')}>
      {t(
        'You already confirmed your e-mail address in another browser. Continue there, or wait here: we asked {sender} by e-mail to allow this browser. You’ll get an e-mail when you can continue. You can close this page: what you entered is kept in this browser.',
        { sender },
      )}
    </MessageScreen>
  )
}
