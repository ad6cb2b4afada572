/** Which of the person's fields are shown: those whose conditions hold. */
import type { Field } from '@inkproof/signing/field'
import { isShown, SELECTED } from '@inkproof/signing/field-value'
import type { FieldValue } from '../editor/draft.ts'
import type { FinalValue } from '../signing/final-values.ts'
import { isFilledAutomatically } from '../values/filled-automatically.ts'
import type { EnteredValues } from './entered-db.ts'

/**
 * Returns the fields whose conditions hold. A field that is not shown counts as empty, whatever it contained before.
 *
 * @param fields in the order of the envelope: conditions name earlier ones
 * @param values with the defaults
 * @param earlier what others entered before
 */
export function listShown(
  fields: readonly Field[],
  values: EnteredValues,
  earlier: readonly Pick<FinalValue, 'field' | 'text'>[] = [],
): Field[] {
  const known = new Map(earlier.map(({ field, text }) => [field, text || FILLED]))
  return fields.filter((field) => {
    if (isShown(field, known) !== true) return false
    const text = isFilledAutomatically(field.type) ? FILLED : textOf(values[field.id])
    if (text !== '') known.set(field.id, text)
    return true
  })
}

/** For a condition on a picture or an attachment, it only matters that it is there. */
const FILLED = 'filled'

function textOf(value: FieldValue | undefined): string {
  switch (value?.kind) {
    case 'text':
      return value.text
    case 'checkbox':
      return value.isSelected ? SELECTED : ''
    case 'signature':
    case 'attachment':
      return FILLED
    default:
      return ''
  }
}
