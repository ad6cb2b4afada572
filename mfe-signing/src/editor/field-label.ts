/** What a placed field is called. */
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import type { PlacedField } from './draft.ts'
import { describeType } from './field-types.ts'

/** Returns the label that the sender entered; undefined if there is none. */
export function labelOf({ settings }: Pick<PlacedField, 'settings'>): string | undefined {
  return cleanLine(settings?.label ?? '') || undefined
}

/** Returns the label of a field, or otherwise the name of its type. */
export function nameOf(field: Pick<PlacedField, 'settings' | 'type'>): string {
  return labelOf(field) ?? describeType(field.type).label
}
