import { FieldFault } from '../forms/field-fault.ts'

const MIN_PASSWORD_CHARACTERS = 8

/** @throws FieldFault with the sentence of the first rule a new password breaks (specification §5) */
export function checkPassword(password: string, confirmation: string): void {
  if ([...password].length < MIN_PASSWORD_CHARACTERS)
    throw new FieldFault('Password must be at least 8 characters long', ['password'])
  if (password !== confirmation)
    throw new FieldFault('Passwords do not match', ['password', 'confirmPassword'])
}
