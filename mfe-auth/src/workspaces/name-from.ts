import type { ReadField } from '../forms/use-form.ts'

/** The name as typed in a form. @throws Error with what is wrong */
export function nameFrom(field: ReadField): string {
  const name = field('name').trim()
  if (name === '') throw new Error('Give the workspace a name.')
  return name
}
