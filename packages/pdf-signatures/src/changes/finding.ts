import type { Change } from '../report.ts'

/** A change between two revisions, with the rule that decides whether it is permitted. */
export type Finding = Pick<Change, 'kind' | 'subject'> & { rule: Rule }

export type Rule =
  /** Data for validation, which ISO 32000-2, 12.8.2.2 excludes from what counts as a change. */
  | { allow: 'always' }
  | { allow: 'never' }
  /** What filling and signing software does besides: permitted where filling is. */
  | { allow: 'with-filling' }
  | { allow: 'filling'; field: string }
  | { allow: 'signing'; field: string; isVisible: boolean; isTimeStamp: boolean; isNew: boolean }
  | { allow: 'annotating' }

/** What the signatures before a change permit together. */
export type Policy = {
  /** The strictest DocMDP level (table 257); null if no signature has one. */
  level: 1 | 2 | 3 | null
  locks: { all: boolean; fields: string[] }[]
}

export const NEVER: Rule = { allow: 'never' }

/** Applies the rule of a finding: an allow-list, so that anything unknown is not permitted. */
export function isPermitted({ rule }: Finding, { level, locks }: Policy): boolean {
  const mayFill = level !== 1
  switch (rule.allow) {
    case 'always':
      return true
    case 'with-filling':
      return mayFill
    case 'filling':
      return mayFill && !isLocked(rule.field, locks)
    case 'annotating':
      return level === 3
    case 'signing':
      if (!rule.isNew && isLocked(rule.field, locks)) return false
      // A new visible field covers what certified pages show (the "sneaky signature" attack).
      if (rule.isNew && rule.isVisible && level !== null) return false
      return mayFill || (rule.isTimeStamp && !rule.isVisible)
    default:
      return false
  }
}

/** Whether a lock covers the field or one of its ancestors (table 236). `all` excepts the fields that it lists. */
function isLocked(name: string, locks: Policy['locks']): boolean {
  return locks.some(({ all, fields }) => {
    const isListed = fields.some((field) => name === field || name.startsWith(`${field}.`))
    return all !== isListed
  })
}
