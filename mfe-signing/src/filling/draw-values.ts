import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { MissingCharacters, TextDoesNotFit } from '../appearance/text-errors.ts'
import { type FinalValue, makeFinalValues } from '../signing/final-values.ts'
import type { EnteredValues } from './entered-db.ts'
import type { CheckedDocument } from './use-checked-document.ts'

export type DrawnValues = {
  values: FinalValue[]
  /** Why a field could not be drawn, by its ID. */
  problems: ReadonlyMap<string, string>
}

/**
 * Draws the person's fields as the finished document will show them.
 *
 * @param now the time of signing
 * @throws Error with a sentence for the user, TypeError if a font cannot be loaded
 */
export async function drawValues(
  checked: CheckedDocument,
  values: EnteredValues,
  now: Date,
): Promise<DrawnValues> {
  const problems = new Map<string, string>()
  const drawn = await Promise.all(
    checked.ownFields.map(async (field) => {
      try {
        return await drawField(checked, field, values, now)
      } catch (error) {
        const problem = describe(error)
        if (problem === null) throw error
        problems.set(field.id, problem)
        return []
      }
    }),
  )
  return { values: drawn.flat(), problems }
}

function drawField(
  { envelope, pdf, recipient }: CheckedDocument,
  field: Field,
  values: EnteredValues,
  now: Date,
): Promise<FinalValue[]> {
  // A person who took over fills the fields of somebody else.
  const own = { ...field, recipient: recipient.id }
  const [left, bottom, width, height] = field.rect
  const placed = {
    id: field.id,
    recipient: field.recipient,
    type: field.type as 'text',
    page: field.page,
    rectangle: { x: left, y: bottom, width, height },
    required: field.required,
    value: values[field.id] ?? null,
  }
  const only = { envelope: { ...envelope, fields: [own] }, recipient, encoded: new Uint8Array() }
  return makeFinalValues(only, { fields: [placed] }, pdf.pages, now)
}

function describe(error: unknown): string | null {
  if (error instanceof TextDoesNotFit) return t('This text does not fit in its field. Shorten it.')
  if (!(error instanceof MissingCharacters)) return null
  const characters = error.characters.join(' ')
  return t('These characters cannot be written into the PDF: {characters}. Remove them.', {
    characters,
  })
}
