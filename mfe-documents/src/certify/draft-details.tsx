import { CLAIM_LENGTHS } from '@inkproof/protocol/certificates'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Input } from '@inkproof/ui/input'
import { Switch } from '@inkproof/ui/switch'
import { Textarea } from '@inkproof/ui/textarea'
import type { Draft } from '../drafts/draft.ts'
import { changeSettingsOf, editDraft } from './edit-drafts.ts'
import { useCertifyClick } from './use-certify-click.ts'

type Props = { draft: Draft; isOnly: boolean }

/** The expanded part of a file's row: its fingerprint and texts, and its own visibility if there are other files. */
export function DraftDetails({ draft, isOnly }: Props) {
  return (
    <div className="space-y-4 pt-2 pb-3">
      {'fingerprint' in draft.work && <Fingerprint value={draft.work.fingerprint} size="sm" />}
      <TitleAndNote draft={draft} />
      {!isOnly && <ForThisFile draft={draft} />}
    </div>
  )
}

function TitleAndNote({ draft }: { draft: Draft }) {
  return (
    <div className="grid gap-4">
      <Field label={t('Title')} hint={t('Shown on the certificate.')}>
        <Input
          value={draft.title}
          maxLength={CLAIM_LENGTHS.title}
          onChange={(event) => void editDraft(draft.id, { title: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('Note')} optional hint={t('Anyone with the certificate’s link can read it.')}>
        <Textarea
          value={draft.note}
          maxLength={CLAIM_LENGTHS.note}
          rows={2}
          onChange={(event) => void editDraft(draft.id, { note: event.currentTarget.value })}
        />
      </Field>
    </div>
  )
}

function ForThisFile({ draft: { id, settings } }: { draft: Draft }) {
  const certify = useCertifyClick()
  return (
    <>
      <Switch
        label={t('People can check this file with the file alone')}
        checked={settings.findable}
        onCheckedChange={(findable) => void changeSettingsOf(id, { findable })}
      />
      <Button onClick={() => certify([id])}>{t('Certify this file only')}</Button>
    </>
  )
}
