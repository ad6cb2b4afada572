import { t } from '@inkproof/texts/text'
import { type Draft, ME, type PlacedField } from './draft.ts'
import { fieldsOf, signersOf } from './draft-recipients.ts'
import { describeType } from './field-types.ts'
import { findRecipientProblem } from './recipient-problems.ts'

/** What the sender has to do before the document can be signed or sent. */
export type Missing = {
  sentence: string
  /** The field that it is about. */
  field: PlacedField | null
  /** The `name` of the control that it is about. */
  control: string | null
  /** The recipient for whom a field has to be placed. */
  recipient: string | null
}

/** Returns the first thing that is missing, or null. `email` is that of the session; null for visitors. */
export function findMissing(draft: Draft, email: string | null): Missing | null {
  const problem = draft.isOnlyMe ? null : findRecipientProblem(draft, email)
  if (problem !== null) return { ...NOWHERE, ...problem }
  return findMissingField(draft) ?? findMissingText(draft)
}

const NOWHERE = { field: null, control: null, recipient: null }

function findMissingField(draft: Draft): Missing | null {
  if (draft.signedBefore?.canShow === false) return null
  const fields = fieldsOf(draft)
  for (const { id, name } of signersOf(draft)) {
    const own = fields.filter(({ recipient }) => recipient === id)
    const signature = own.find(({ type }) => type === 'signature')
    if (signature === undefined) {
      const sentence =
        id === ME ? t('Place your signature first.') : t('Place a signature for {name}.', { name })
      return { ...NOWHERE, sentence, recipient: id }
    }
    if (id !== ME) continue
    if (signature.value === null)
      return { ...NOWHERE, sentence: t('Add your signature.'), field: signature }
    const empty = own.find((field) => field.required && isEmpty(field))
    if (empty !== undefined) {
      const values = { field: describeType(empty.type).label, page: empty.page }
      return { ...NOWHERE, sentence: t('Fill in “{field}” on page {page}.', values), field: empty }
    }
  }
  return null
}

function findMissingText({ isOnlyMe, recipients, signerName, title }: Draft): Missing | null {
  const needsName = isOnlyMe || recipients.some(({ id }) => id === ME)
  if (needsName && signerName.trim() === '')
    return { ...NOWHERE, sentence: t('Enter your name.'), control: 'name' }
  if (title.trim() === '') return { ...NOWHERE, sentence: t('Enter a title.'), control: 'title' }
  return null
}

/** Whether a field waits for input. Name, e-mail and date are filled in automatically. */
function isEmpty({ type, value }: PlacedField): boolean {
  if (type === 'name' || type === 'email' || type === 'signing-date') return false
  return value === null || (value.kind === 'text' && value.text.trim() === '')
}
