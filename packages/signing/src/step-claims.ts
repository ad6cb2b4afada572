/** The claims of a step's opening: their names by position, and the form of each value. */
import type { Opening } from '@inkproof/proof/leaf'
import { must } from '@inkproof/proof/proof-error'
import { EMAIL_PATTERN, ID_PATTERN, LANGUAGE_PATTERN } from './envelope.ts'
import { isSafeLine } from './read.ts'

/** Disclosed claims by name. */
export type DisclosedClaims = Partial<Record<string, string>>

/**
 * Splits the disclosed claims into the first ones, which must have these names and be disclosed, and the others.
 *
 * @throws ProofError BAD_STEP
 */
export function readClaims(
  opening: Opening,
  common: readonly string[],
): [common: DisclosedClaims, others: DisclosedClaims] {
  const values = opening.claims.map((claim) => ('hash' in claim ? null : claim))
  const areFirst = common.every((name, i) => values[i]?.name === name)
  must(areFirst, 'BAD_STEP', 'A step lacks its type, number, predecessor or time.')
  const pairs = values.map((claim) => (claim ? [[claim.name, claim.value] as const] : []))
  return [
    Object.fromEntries(pairs.slice(0, common.length).flat()),
    Object.fromEntries(pairs.slice(common.length).flat()),
  ]
}

/**
 * Checks that the claims have exactly these names at these positions, as far as they are disclosed, and allowed values.
 *
 * @throws ProofError BAD_STEP
 */
export function checkClaims({ claims }: Opening, names: readonly string[]): void {
  must(claims.length === names.length, 'BAD_STEP', 'A step has the wrong number of claims.')
  for (const [i, claim] of claims.entries()) {
    if ('hash' in claim) continue
    const { name } = claim
    must(name === names[i], 'BAD_STEP', 'The claim {name} is at the wrong place.', { name })
    must(isAllowed(name, claim.value), 'BAD_STEP', 'The claim {name} is malformed.', { name })
  }
}

const HASH = /^[0-9a-f]{64}$/
const HASH_OR_EMPTY = /^([0-9a-f]{64})?$/
const HASHES = /^([0-9a-f]{64}( (?!$)|$)){0,100}$/
const NUMBER = /^(0|[1-9]\d{0,5})$/

const PATTERNS: Record<string, RegExp> = {
  sequence: NUMBER,
  previous: HASH_OR_EMPTY,
  recipient: ID_PATTERN,
  to: ID_PATTERN,
  epoch: NUMBER,
  method: /^(mailbox|passkey|wallet|account)$/,
  key: HASH,
  address: HASH,
  replaces: HASH_OR_EMPTY,
  consent: HASH,
  pages: NUMBER,
  statement: HASH,
  statements: HASHES,
  documents: HASHES,
  before: EMAIL_PATTERN,
  email: EMAIL_PATTERN,
  language: LANGUAGE_PATTERN,
}

function isAllowed(name: string, value: string): boolean {
  if (name === 'step') return true
  if (name === 'time' || name === 'until') return isTime(value)
  if (name === 'name') return value.length <= 200 && isSafeLine(value)
  if (name === 'reason') return value.length <= 10_000
  return PATTERNS[name]?.test(value) ?? false
}

/** ISO 8601, UTC, to the second; also refuses times that do not exist. */
function isTime(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value.slice(0, 19))
}
