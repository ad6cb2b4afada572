import { t } from '@inkproof/texts/text'
import { FieldError } from '../forms/field-error.ts'
import type { ReadField } from '../forms/use-form.ts'

const MIN_PASSWORD_LENGTH = 8

/**
 * Reads and validates the new password of a form and its repetition in `confirmPassword`.
 *
 * @throws FieldError with the message for the first rule that the password breaks (specification §5).
 */
export function readNewPassword(
  field: ReadField,
  name: 'password' | 'newPassword' = 'password',
): string {
  const password = field(name)
  if ([...password].length < MIN_PASSWORD_LENGTH)
    throw new FieldError(t('Password must be at least 8 characters long'), [name])
  if (password !== field('confirmPassword'))
    throw new FieldError(t('Passwords do not match'), [name, 'confirmPassword'])
  return password
}
