import { t } from '@inkproof/texts/text'
import type { Draft, PlacedField } from './draft.ts'
import { describeType } from './field-types.ts'

/** What the signer has to do before the document can be signed; `field` is the field that it is about. */
export type Missing = {
  sentence: string
  field: PlacedField | null
  control: 'title' | 'name' | null
}

/** Returns the first thing that is missing, or null. */
export function findMissing({ fields, title, signerName }: Draft): Missing | null {
  const signature = fields.find(({ type }) => type === 'signature')
  if (signature === undefined)
    return { sentence: t('Place your signature first.'), field: null, control: null }
  if (signature.value === null)
    return { sentence: t('Add your signature.'), field: signature, control: null }
  const empty = fields.find((field) => field.required && isEmpty(field))
  if (empty !== undefined) {
    const values = { field: describeType(empty.type).label, page: empty.page }
    return { sentence: t('Fill in “{field}” on page {page}.', values), field: empty, control: null }
  }
  if (signerName.trim() === '')
    return { sentence: t('Enter your name.'), field: null, control: 'name' }
  if (title.trim() === '') return { sentence: t('Enter a title.'), field: null, control: 'title' }
  return null
}

/** Whether a field waits for input. Name, e-mail and date are filled in automatically. */
function isEmpty({ type, value }: PlacedField): boolean {
  if (type === 'name' || type === 'email' || type === 'signing-date') return false
  return value === null || (value.kind === 'text' && value.text.trim() === '')
}
