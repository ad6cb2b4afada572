const MIN_PASSWORD_CHARACTERS = 8

/** The sentence of the first rule a new password breaks, or null (specification §5). */
export function passwordFault(password: string, confirmation: string): string | null {
  if ([...password].length < MIN_PASSWORD_CHARACTERS) {
    return 'Password must be at least 8 characters long'
  }
  return password === confirmation ? null : 'Passwords do not match'
}
