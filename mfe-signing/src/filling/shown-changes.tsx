import type { Field } from '@inkproof/signing/field'
import { plural, t } from '@inkproof/texts/text'
import { useEffect, useRef, useState } from 'react'
import { nameOfField } from '../signing/field-names.ts'

/** Tells screen readers which fields have appeared or disappeared because another one was filled in. */
export function ShownChanges({ fields }: { fields: readonly Field[] }) {
  const before = useRef(fields)
  const [change, setChange] = useState('')
  useEffect(() => {
    const added = without(fields, before.current)
    const removed = without(before.current, fields)
    before.current = fields
    if (added.length + removed.length > 0)
      setChange([describeAdded(added), describeRemoved(removed)].filter(Boolean).join(' '))
  }, [fields])
  return (
    <p role="status" className="sr-only">
      {change}
    </p>
  )
}

/** Returns the fields that the others lack; of the buttons of a group, one. */
function without(fields: readonly Field[], others: readonly Field[]): Field[] {
  const ids = new Set(others.map(({ id }) => id))
  const groups = new Set<string>()
  return fields.filter(({ group, id }) => {
    if (ids.has(id) || (group !== undefined && groups.has(group))) return false
    if (group !== undefined) groups.add(group)
    return true
  })
}

function describeAdded([first, ...others]: readonly Field[]): string {
  if (first === undefined) return ''
  return others.length === 0
    ? t('“{field}” on page {page} is shown now.', named(first))
    : plural(others.length + 1, {
        one: '{count} field is shown now.',
        other: '{count} fields are shown now.',
      })
}

function describeRemoved([first, ...others]: readonly Field[]): string {
  if (first === undefined) return ''
  return others.length === 0
    ? t('“{field}” on page {page} is hidden now.', named(first))
    : plural(others.length + 1, {
        one: '{count} field is hidden now.',
        other: '{count} fields are hidden now.',
      })
}

function named(field: Field) {
  return { field: nameOfField(field), page: field.page }
}
