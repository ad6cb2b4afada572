/** Collects what all recipients entered, once for all checks. */
import type { Envelope } from './envelope.ts'
import type { Entered, KnownStatement } from './evidence-context.ts'
import type { Field } from './field.ts'
import { isShown } from './field-value.ts'
import { revealedText } from './hidden-value.ts'

/** Collects the values of all statements, whether or not their checks pass. */
export function collectEntered(
  { fields }: Pick<Envelope, 'fields'>,
  statements: readonly KnownStatement[],
): Entered {
  const byKey = new Map<string, KnownStatement>()
  for (const known of statements) {
    for (const key of known.hidden.keys()) if (!byKey.has(key)) byKey.set(key, known)
  }
  return { statements: byKey, ...collectValues(fields, statements) }
}

const FILLED = 'filled'

function collectValues(
  fields: readonly Field[],
  statements: readonly KnownStatement[],
): Pick<Entered, 'values' | 'withheld'> {
  const defaults = fields.filter(({ readOnly }) => readOnly)
  const values = new Map(defaults.map((field) => [field.id, field.default ?? '']))
  const withheld = new Set<string>()
  for (const { hidden, revealed } of statements) {
    for (const [key, { field, kind }] of hidden) {
      const item = revealed.get(key)
      if (item && kind === 'value') values.set(field, revealedText(item))
      // For a condition on a signature or an attachment, it only matters that it is there.
      else if (kind !== 'reason' && !values.has(field)) values.set(field, FILLED)
      if (!item && kind === 'value') withheld.add(field)
    }
  }
  removeNotShown(defaults, values, withheld)
  return { values, withheld }
}

/** A read-only field that is not shown has no value. A condition names earlier fields only. */
function removeNotShown(
  defaults: readonly Field[],
  values: Map<string, string>,
  withheld: ReadonlySet<string>,
): void {
  for (const field of defaults)
    if (isShown(field, values, withheld) === false) values.delete(field.id)
}
