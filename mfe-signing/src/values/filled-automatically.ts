import type { Field } from '@inkproof/signing/field'

const FILLED_AUTOMATICALLY: readonly Field['type'][] = ['name', 'email', 'signing-date']

/** Whether fields of this type get their value when the person signs, and need no input. */
export function isFilledAutomatically(type: Field['type']): boolean {
  return FILLED_AUTOMATICALLY.includes(type)
}
