/** Names for new fields in a file that has fields of its own. */
import type { PDF } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { formFields } from './form-fields.ts'

const NAME = 'inkproof'
const MAX_NUMBER = 9999

/**
 * Names that neither begin with the name of another field nor are the beginning of one, and are all of one length: pyHanko's
 * difference analysis would confuse them. The same file has the same names.
 *
 * @throws UnusablePdf `cannot-append` if the file has fields named by every single letter
 */
export function unusedNames(pdf: PDF, count: number): string[] {
  const existing = formFields(pdf).flatMap((field) => field.name || [])
  const prefixes = ['', ...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}${NAME}`)
  for (const prefix of prefixes) {
    if (existing.some((other) => `${prefix}-`.startsWith(other))) continue
    const similar = existing.filter((other) => other.startsWith(`${prefix}-`))
    const names: string[] = []
    for (let number = 1; names.length < count; number++) {
      const candidate = `${prefix}-${String(number).padStart(4, '0')}`
      if (!similar.some((other) => other.startsWith(candidate) || candidate.startsWith(other)))
        names.push(candidate)
      // Existing names of this form use up a number each, shorter ones many.
      if (number > MAX_NUMBER) break
    }
    if (names.length === count) return names
  }
  throw new UnusablePdf('cannot-append')
}
