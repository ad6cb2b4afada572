import { plural, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { useEffect, useState } from 'react'
import type { FormField, PdfDocument } from '../pdf/pdf-document.ts'
import { addFields } from './draft.store.ts'
import type { PlacedField } from './draft.ts'
import { announce } from './editor-ui.store.ts'

type FormFieldsNoticeProps = {
  pdf: PdfDocument
  fields: readonly PlacedField[]
  recipient: string | null
}

/** Offers to use the fields of the document's own form. */
export function FormFieldsNotice({ pdf, fields, recipient }: FormFieldsNoticeProps) {
  const [found, setFound] = useState<FormField[]>([])
  useEffect(() => {
    let isCurrent = true
    pdf.formFields().then(
      (all) => isCurrent && setFound(all),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [pdf])
  if (found.length === 0 || fields.length > 0 || recipient === null) return null
  const use = () => {
    const added = addFields(toFields(found).map((field) => ({ ...field, recipient })))
    announce(
      plural(added.length, {
        one: '{count} field was added.',
        other: '{count} fields were added.',
      }),
    )
  }
  return (
    <Alert
      title={t('This document has a form')}
      actions={
        <>
          <Button size="sm" onClick={use}>
            {t('Use the form’s fields')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setFound([])}>
            {t('Dismiss')}
          </Button>
        </>
      }
    >
      {plural(found.length, {
        one: 'It contains {count} field that you can fill in here.',
        other: 'It contains {count} fields that you can fill in here.',
      })}
    </Alert>
  )
}

/** A person signs once: further signature fields of the form become initials. Only what is signed is required. */
export function toFields(found: readonly FormField[]): Omit<PlacedField, 'id' | 'recipient'>[] {
  const first = found.find(({ type }) => type === 'signature')
  return found.map((field) => {
    const { label, ...placed } = field
    const type = field.type === 'signature' && field !== first ? 'initials' : field.type
    const settings = label !== undefined && { settings: { label } }
    return { ...placed, type, required: field === first, value: null, ...settings }
  })
}
