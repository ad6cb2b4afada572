import { t } from '@inkproof/texts/text'
import { FieldFault } from '../forms/field-fault.ts'

const MIN_PASSWORD_CHARACTERS = 8

/** @throws FieldFault with the message of the first rule that a new password breaks (specification §5) */
export function checkPassword(password: string, confirmation: string): void {
  if ([...password].length < MIN_PASSWORD_CHARACTERS)
    throw new FieldFault(t('Password must be at least 8 characters long'), ['password'])
  if (password !== confirmation)
    throw new FieldFault(t('Passwords do not match'), ['password', 'confirmPassword'])
}
