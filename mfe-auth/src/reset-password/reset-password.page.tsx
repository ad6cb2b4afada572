import { t } from '@inkproof/texts/text'
import '../full.css'
import { Page, PageHeader } from '@inkproof/ui/page'
import { type MailedLink, useMailedLink } from '../links/use-mailed-link.ts'
import { RequestResetLink } from './request-reset-link.tsx'
import { ResetLinkCard } from './reset-link-card.tsx'

/** The target of a mailed reset link. Without a link, the page offers to request one. */
export function Component() {
  const [link, dismiss] = useMailedLink(readLink)
  return (
    <Page width="narrow">
      <PageHeader
        title={t('Reset password')}
        lead={t(
          'The link in the e-mail works once, for one hour, and lets you set a new password.',
        )}
      />
      {link ? (
        <ResetLinkCard key={link.secret} secret={link.secret} onDone={dismiss} />
      ) : (
        <RequestResetLink />
      )}
    </Page>
  )
}

function readLink(fragment: string): MailedLink | null {
  const [, secret] = /^#([\w-]+)$/.exec(fragment) ?? []
  return secret === undefined ? null : { name: 'reset-password', secret }
}
