import { t } from '@inkproof/texts/text'
import { FieldFault } from '../forms/field-fault.ts'
import type { ReadField } from '../forms/use-form.ts'

const MIN_PASSWORD_CHARACTERS = 8

/**
 * Reads the new password of a form, and its repetition in `confirmPassword`.
 *
 * @throws FieldFault with the sentence of the first rule the password breaks (specification §5)
 */
export function checkedPassword(
  field: ReadField,
  name: 'password' | 'newPassword' = 'password',
): string {
  const password = field(name)
  if ([...password].length < MIN_PASSWORD_CHARACTERS)
    throw new FieldFault(t('Password must be at least 8 characters long'), [name])
  if (password !== field('confirmPassword'))
    throw new FieldFault(t('Passwords do not match'), [name, 'confirmPassword'])
  return password
}
