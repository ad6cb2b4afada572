import { isPicture } from '@inkproof/signing/field'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useState } from 'react'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import { PdfPages } from '../pdf/pdf-pages.tsx'
import { ContentNotices } from './content-notices.tsx'
import { ConvertedNotice } from './converted-notice.tsx'
import { DocumentDetails } from './document-details.tsx'
import type { Draft, ReadyDraft } from './draft.ts'
import { fieldsOf, signersOf } from './draft-recipients.ts'
import {
  announce,
  assignTo,
  configure,
  select,
  startSigning,
  useEditorUi,
} from './editor-ui.store.ts'
import { controlOf } from './field-keys.ts'
import { FieldSettings } from './field-settings.tsx'
import { FieldsAside } from './fields-aside.tsx'
import { FormFieldsNotice } from './form-fields-notice.tsx'
import { findMissing, type Missing } from './missing.ts'
import { PageFields } from './page-fields.tsx'
import { toReadyDraft } from './ready-draft.ts'
import { SignField } from './sign-field.tsx'
import { SignedBeforeNotice } from './signed-before-notice.tsx'
import { Toolbar } from './toolbar.tsx'
import { usePlacement } from './use-placement.ts'
import { useUndrawable } from './use-undrawable.ts'
import { WhoSigns } from './who-signs.tsx'

type OpenedEditorProps = {
  draft: Draft
  file: File
  pdf: PdfDocument
  onContinue: (draft: ReadyDraft) => void
}

/** The editor of a document that could be opened. */
export function OpenedEditor({ draft, file, pdf, onContinue }: OpenedEditorProps) {
  const [zoom, setZoom] = useState(1)
  const announcement = useEditorUi((state) => state.announcement)
  const email = useSession(({ user }) => user?.email ?? null)
  const assignee = useAssignee(draft)
  const fields = fieldsOf(draft)
  const { place, addToVisiblePage, placeAt } = usePlacement(pdf, fields, assignee)
  const { check, undrawable } = useUndrawable(draft, email, pdf.pages)
  const missing = findMissing(draft, email, undrawable)
  const [isChecking, setIsChecking] = useState(false)
  const checkTexts = async () => {
    setIsChecking(true)
    return await check().finally(() => setIsChecking(false))
  }
  const proceed = async () => {
    const found = missing ?? findMissing(draft, email, await checkTexts())
    if (found === null) onContinue(toReadyDraft(draft, file, email))
    else goTo(found)
  }
  return (
    <div>
      <DocumentDetails draft={draft} fileSize={file.size} pageCount={pdf.pages.length} />
      <WhoSigns draft={draft} />
      <ConvertedNotice {...draft} />
      <ContentNotices draft={draft} file={file} />
      {draft.signedBefore ? (
        <SignedBeforeNotice {...draft.signedBefore} />
      ) : (
        <FormFieldsNotice pdf={pdf} fields={fields} recipient={assignee} />
      )}
      <Toolbar
        pdf={pdf}
        zoom={zoom}
        onZoom={setZoom}
        hint={missing?.sentence ?? null}
        isBusy={isChecking}
        label={draft.isOnlyMe ? t('Continue') : t('Send for signature')}
        onContinue={() => void proceed()}
      />
      <div className="mt-4 flex flex-col lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-6">
        <FieldsAside
          draft={draft}
          fields={fields}
          assignee={assignee}
          hint={missing?.sentence ?? null}
          onAdd={addToVisiblePage}
          onDrop={placeAt}
        />
        <PdfPages
          className="max-sm:-mx-4"
          document={pdf}
          zoom={zoom}
          renderOverlay={(page) => (
            <PageFields
              page={page}
              draft={draft}
              fields={fields.filter((field) => field.page === page.number)}
              onPlace={place}
            />
          )}
        />
      </div>
      <p id="field-help" hidden>
        {t(
          'Press Enter to fill in the field or to change its person, an arrow key to move it, Shift and an arrow key to resize it, or Delete to delete it.',
        )}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <SignField {...draft} />
      <FieldSettings {...draft} undrawable={undrawable} />
    </div>
  )
}

/** Shows the user where something is missing. */
function goTo({ sentence, field, control, recipient, isSetting }: Missing): void {
  announce(sentence)
  if (recipient !== null) assignTo(recipient)
  if (control !== null) {
    document.querySelector<HTMLElement>(`[name="${control}"]`)?.focus()
    return
  }
  if (field === null) {
    document.querySelector<HTMLElement>('[aria-describedby="palette-help"]')?.focus()
    return
  }
  const box = document.querySelector<HTMLElement>(`[data-field="${field.id}"]`)
  box?.scrollIntoView({ block: 'center' })
  select(field.id)
  if (isSetting) configure(field.id)
  else if (isPicture(field.type)) startSigning(field.id)
  else if (box) controlOf(box).focus()
}

/** Returns the ID of the person who gets new fields; null if nobody signs. */
function useAssignee(draft: Draft): string | null {
  const chosen = useEditorUi(({ assignee }) => assignee)
  const signers = signersOf(draft)
  return (signers.find(({ id }) => id === chosen) ?? signers[0])?.id ?? null
}
