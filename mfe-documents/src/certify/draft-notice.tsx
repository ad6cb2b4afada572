import type { Certificate } from '@inkproof/protocol/certificates'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Link } from 'react-router-dom'
import type { Draft } from '../drafts/draft.ts'
import { removeDrafts } from './certify.store.ts'
import { certifyDrafts } from './certify-drafts.ts'
import { certifyAgain } from './edit-drafts.ts'

type Props = {
  draft: Draft
  earlier: Certificate | undefined
  sameContentAs: string | undefined
}

/** What the user should know or decide about a file; nothing for most files. */
export function DraftNotice({ draft, earlier, sameContentAs }: Props) {
  const { id, work } = draft
  switch (work.step) {
    case 'interrupted':
      return (
        <Alert tone="warning" className="my-2" title={t('Not fingerprinted')}>
          {t('You left the page before this file was fully read. Choose the file again below.')}
        </Alert>
      )
    case 'unreadable':
      return (
        <Alert tone="danger" className="my-2" title={t('The file could not be fingerprinted')}>
          {work.reason}
        </Alert>
      )
    case 'refused':
      return (
        <Alert tone="danger" className="my-2" title={t('Not certified')}>
          {work.reason}
        </Alert>
      )
    case 'unsure':
      return <Unconfirmed id={id} reason={work.reason} />
    case 'ready':
      if (earlier !== undefined) return <AlreadyCertified id={id} earlier={earlier} />
      return sameContentAs === undefined ? null : <SameContent id={id} name={sameContentAs} />
    default:
      return null
  }
}

function AlreadyCertified({ id, earlier }: { id: string; earlier: Certificate }) {
  return (
    <Alert
      className="my-2"
      actions={
        <>
          <Button asChild size="sm">
            <Link to={`/share/${earlier.shareLink}`}>{t('Open the certificate')}</Link>
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void certifyAgain(id)}>
            {t('Certify again')}
          </Button>
        </>
      }
    >
      {t('Certified on {time} as “{title}”.', {
        time: formatDateTime(earlier.certifiedAt, { showZone: true }),
        title: earlier.title,
      })}
    </Alert>
  )
}

function SameContent({ id, name }: { id: string; name: string }) {
  return (
    <Alert
      className="my-2"
      actions={
        <Button size="sm" onClick={() => void removeDrafts([id])}>
          {t('Remove this file')}
        </Button>
      }
    >
      {t('Same content as “{name}” in this list. One certificate covers both.', { name })}
    </Alert>
  )
}

function Unconfirmed({ id, reason }: { id: string; reason: string }) {
  return (
    <Alert
      tone="warning"
      className="my-2"
      title={t('Not confirmed yet')}
      actions={
        <Button size="sm" onClick={() => void certifyDrafts([id])}>
          {t('Try again')}
        </Button>
      }
    >
      {t('{reason} You can safely try again: only one certificate will be created.', {
        reason,
      })}
    </Alert>
  )
}
