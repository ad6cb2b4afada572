import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { type Draft, isEditable, isSendable, type Settings } from '../drafts/draft.ts'
import { useIsViewer } from '../session/use-is-viewer.ts'
import { VIEWER_CANNOT_CERTIFY, WorkspaceLine } from '../session/workspace-line.tsx'
import { BatchTexts } from './batch-texts.tsx'
import { removeDrafts } from './certify.store.ts'
import type { EarlierCertificates } from './earlier-certificates.ts'
import { SettingsFields } from './settings-fields.tsx'
import { useCertifyClick } from './use-certify-click.ts'
import { VerificationNotice } from './verification-notice.tsx'

type Props = { drafts: Draft[]; settings: Settings; earlier: EarlierCertificates }

/** The issuer, the visibility, and the button that certifies. */
export function CertifyPanel({ drafts, settings, earlier }: Props) {
  return (
    <Card className="space-y-5 lg:sticky lg:top-24">
      <CardHeader
        title={t('Issuer and visibility')}
        description={t('For every file in the list, and remembered for the next ones.')}
      />
      <SettingsFields drafts={drafts} next={settings} />
      {drafts.filter(isEditable).length > 1 && <BatchTexts />}
      <WorkspaceLine />
      <VerificationNotice />
      <CertifyButton drafts={drafts} earlier={earlier} />
      <ClearFinished drafts={drafts} />
    </Card>
  )
}

function CertifyButton({ drafts, earlier }: Pick<Props, 'drafts' | 'earlier'>) {
  const certify = useCertifyClick()
  const isSignedIn = useSession((session) => session.status === 'signed-in')
  const isViewer = useIsViewer()
  const isSending = drafts.some(({ work }) => work.step === 'sending')
  const ids = drafts
    .filter((draft) => isSendable(draft) && !earlier.has(draft.id))
    .map(({ id }) => id)
  return (
    <div className="space-y-2">
      <Button
        variant="primary"
        size="lg"
        wide
        busy={isSending}
        disabled={ids.length === 0 || isViewer}
        onClick={() => certify(ids)}
      >
        {ids.length > 1 ? t('Certify {count} files', { count: ids.length }) : t('Certify')}
      </Button>
      <p className="text-center text-ink-faint text-sm empty:hidden">
        {isViewer ? VIEWER_CANNOT_CERTIFY : buttonHint(drafts, ids.length, isSignedIn)}
      </p>
    </div>
  )
}

function buttonHint(drafts: readonly Draft[], readyCount: number, isSignedIn: boolean): string {
  const has = (...steps: Draft['work']['step'][]) =>
    drafts.some(({ work }) => steps.includes(work.step))
  if (has('sending')) return t('Recording in the public record…')
  if (readyCount > 0)
    return isSignedIn
      ? t('Free. Your file is not uploaded.')
      : t('You’ll be asked to sign in or create an account. Your files and settings are kept.')
  if (has('waiting', 'reading')) return t('Computing the fingerprint…')
  if (has('ready', 'refused')) return t('Every file in the list is already certified.')
  return t('Add a file to certify.')
}

function ClearFinished({ drafts }: { drafts: Draft[] }) {
  const finished = drafts.filter(({ work }) => work.step === 'certified').map(({ id }) => id)
  if (finished.length === 0) return null
  return (
    <Button variant="ghost" size="sm" wide onClick={() => void removeDrafts(finished)}>
      {t('Clear certified files from the list')}
    </Button>
  )
}
