/** What the signer's fields will contain: the values that the user entered, and those that follow from the envelope. */
import type { Rectangle } from '@inkproof/protocol/envelope-fields'
import type { Field } from '@inkproof/signing/field'
import { SELECTED } from '@inkproof/signing/field-value'
import { t } from '@inkproof/texts/text'
import { renderField } from '../appearance/render-field.ts'
import type { PlacedField } from '../editor/draft.ts'
import { type PdfPageSize, shownSize } from '../pdf/page-geometry.ts'
import { dayOf } from '../values/day.ts'
import { formatNumber } from '../values/decimal.ts'
import { type CheckedEnvelope, rectangleOf } from './check-prepared.ts'
import { nameOfField } from './field-names.ts'
import type { EnteredEnvelope } from './signing-db.ts'

export type FinalValue = {
  /** The field's ID. */
  field: string
  type: Field['type']
  label: string
  page: number
  /** In the page's user space, in points. */
  rectangle: Rectangle
  /** Empty for attachments and pictures: signatures, initials and stamps. */
  text: string
  /** The stream that the finished PDF shows; null for a checkbox and a radio button, whose marks the prepared PDF contains. */
  appearance: Uint8Array | null
  /** The attached file, with its content if it is the person's own. */
  attachment?: { fileName: string; fingerprint: string; file?: Blob }
}

/**
 * Renders the fields that are not empty. Name and address are those in the envelope, which become part of the digital ID.
 *
 * @param now the time of signing
 * @throws Error with a sentence for the user, TypeError if a font cannot be loaded
 */
export async function makeFinalValues(
  { envelope: { fields }, recipient }: CheckedEnvelope,
  { fields: placed }: Pick<EnteredEnvelope, 'fields'>,
  pages: readonly PdfPageSize[],
  now: Date,
): Promise<FinalValue[]> {
  const own = { name: recipient.name, email: recipient.email, 'signing-date': dayOf(now) }
  const values = await Promise.all(
    fields.map(async (field, index): Promise<FinalValue | null> => {
      const page = pages[field.page - 1]
      const entered = placed[index]
      if (!page || !entered) return null
      const rectangle = rectangleOf(field, page.box)
      const size = shownSize(page, rectangle)
      const content = await renderContent(field, entered.value, { own, size, now })
      const { id, page: number, type } = field
      return content && { field: id, type, page: number, rectangle, ...content }
    }),
  )
  return values.filter((value) => value !== null)
}

type Context = {
  own: { name: string; email: string; 'signing-date': string }
  size: { width: number; height: number }
  now: Date
}

type Content = Pick<FinalValue, 'label' | 'text' | 'appearance' | 'attachment'>

async function renderContent(
  field: Field,
  entered: PlacedField['value'],
  { now, own, size }: Context,
): Promise<Content | null> {
  const { type } = field
  switch (type) {
    case 'signature':
    case 'initials':
    case 'stamp': {
      if (entered?.kind !== 'signature') return null
      const value = entered.signature
      const caption = { name: own.name, at: now }
      const input = type === 'signature' ? { type, value, size, caption } : { type, value, size }
      return { label: nameOfField(field), text: '', appearance: await renderField(input) }
    }
    case 'attachment': {
      if (entered?.kind !== 'attachment') return null
      const { file, fileName, fingerprint } = entered.attachment
      return {
        label: labelOfFile(field, fileName),
        text: '',
        appearance: await renderField({ type, value: entered.attachment, size }),
        attachment: { fileName, fingerprint, file },
      }
    }
    case 'checkbox':
    case 'radio':
      return entered?.kind === 'checkbox' && entered.isSelected
        ? { label: labelOfBox(field), text: SELECTED, appearance: null }
        : null
    case 'name':
    case 'email':
    case 'signing-date':
    case 'company':
    case 'dropdown':
    case 'date':
    case 'text':
    case 'number': {
      const text = type in own ? own[type as keyof typeof own] : textOf(field, entered)
      if (text === '') return null
      return {
        label: nameOfField(field),
        text,
        appearance: await renderField({ type, value: text, size }),
      }
    }
    default:
      return null
  }
}

/** What a field is called that shows an attached file. */
export function labelOfFile({ label }: Pick<Field, 'label'>, fileName: string): string {
  return label === undefined
    ? t('Attached file: {fileName}', { fileName })
    : t('{field}, attached file: {fileName}', { field: label, fileName })
}

function labelOfBox({ label }: Pick<Field, 'label'>): string {
  return label === undefined ? t('Selected') : t('{field}: selected', { field: label })
}

/** A number whose input still has the focus may have a decimal comma, or lack decimal places. */
function textOf({ type, validation }: Field, value: PlacedField['value']): string {
  if (value?.kind !== 'text') return ''
  return (type === 'number' ? formatNumber(value.text, validation) : value.text).trim()
}
