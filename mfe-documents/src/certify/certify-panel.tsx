import { CLAIM_LENGTHS } from '@inkproof/protocol/certificates'
import { useSession } from '@inkproof/slice'
import { plural, t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Switch } from '@inkproof/ui/switch'
import { useNavigate } from 'react-router-dom'
import { type Draft, isSendable, type Settings } from '../drafts/draft.ts'
import { useIsViewer } from '../session/use-is-viewer.ts'
import { VIEWER_CANNOT_CERTIFY, WorkspaceLine } from '../session/workspace-line.tsx'
import { changeSettings, removeDrafts } from './certify.store.ts'
import { certifyDrafts } from './certify-drafts.ts'
import { displayedIssuer } from './issuer.ts'

type Props = { drafts: Draft[]; settings: Settings }

/** The issuer, the visibility, and the button that certifies. */
export function CertifyPanel({ drafts, settings }: Props) {
  return (
    <Card className="space-y-5 lg:sticky lg:top-24">
      <CardHeader
        title={t('Issuer and visibility')}
        description={t('Applies to every file on this page.')}
      />
      <IssuerFields settings={settings} />
      <WorkspaceLine />
      <CertifyButton drafts={drafts} />
      <ClearFinished drafts={drafts} />
    </Card>
  )
}

function IssuerFields({ settings }: { settings: Settings }) {
  const user = useSession((session) => session.user)
  return (
    <div className="space-y-4">
      <Field label={t('Certified by')} optional hint={issuerHint(settings, user !== null)}>
        <Input
          value={displayedIssuer(settings, user)}
          maxLength={CLAIM_LENGTHS.issuer}
          autoComplete="organization"
          onChange={(event) => void changeSettings({ issuer: event.currentTarget.value })}
        />
      </Field>
      <Switch
        label={t('Show the issuer')}
        hint={t('If off, the certificate and its proof file do not show this name.')}
        checked={settings.showIssuer}
        onCheckedChange={(showIssuer) => void changeSettings({ showIssuer })}
      />
      <Switch
        label={t('Let anyone with the file find the certificate')}
        hint={t('If off, people need the proof file to find the certificate.')}
        checked={settings.findable}
        onCheckedChange={(findable) => void changeSettings({ findable })}
      />
    </div>
  )
}

function issuerHint({ issuer }: Settings, isSignedIn: boolean): string {
  if (issuer !== null) return t('A person or an organization. Leave blank to omit the issuer.')
  return isSignedIn
    ? t('Your account’s name. Change it, or leave blank to omit the issuer.')
    : t('A person or an organization. If you create an account, its name is used.')
}

function CertifyButton({ drafts }: { drafts: Draft[] }) {
  const navigate = useNavigate()
  const isSignedIn = useSession((session) => session.status === 'signed-in')
  const isViewer = useIsViewer()
  const isSending = drafts.some(({ work }) => work.step === 'sending')
  const ids = drafts.filter(isSendable).map(({ id }) => id)
  const isReading = drafts.some(({ work }) => work.step === 'waiting' || work.step === 'reading')

  async function certifyAll() {
    const shareLink = await certifyDrafts(ids)
    if (shareLink !== null) navigate(`/share/${shareLink}`)
  }

  return (
    <div className="space-y-2">
      <Button
        variant="primary"
        size="lg"
        wide
        busy={isSending}
        disabled={ids.length === 0 || isViewer}
        onClick={() => void certifyAll()}
      >
        {ids.length > 1 ? t('Certify {count} files', { count: ids.length }) : t('Certify')}
      </Button>
      <p className="text-center text-ink-faint text-sm">
        {isViewer
          ? VIEWER_CANNOT_CERTIFY
          : buttonHint({ readyCount: ids.length, isReading, isSending, isSignedIn })}
      </p>
    </div>
  )
}

type HintFacts = {
  readyCount: number
  isReading: boolean
  isSending: boolean
  isSignedIn: boolean
}

function buttonHint({ readyCount, isReading, isSending, isSignedIn }: HintFacts): string {
  if (isSending) return t('Recording in the public record…')
  if (readyCount === 0)
    return isReading ? t('Computing the fingerprint…') : t('Add a file to certify.')
  return isSignedIn
    ? t('Free. Your file is not uploaded.')
    : t('You’ll be asked to sign in or create an account. Your files and settings are kept.')
}

function ClearFinished({ drafts }: { drafts: Draft[] }) {
  const finished = drafts.filter(({ work }) => work.step === 'certified').map(({ id }) => id)
  if (finished.length === 0) return null
  return (
    <Button variant="ghost" size="sm" wide onClick={() => void removeDrafts(finished)}>
      {plural(finished.length, {
        one: 'Remove the certified file from this list',
        other: 'Remove the {count} certified files from this list',
      })}
    </Button>
  )
}
