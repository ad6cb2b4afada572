import type { Verification } from '@inkproof/proof/verify'
import { type FormattedStep, formatVerification } from '@inkproof/proof/wording'
import { makeTexts } from '@inkproof/texts/make-texts'

const ENGLISH = makeTexts((message) => message)
const SYMBOLS = { passed: '✓', failed: '✗', 'not checked': '–' } as const

/** Formats a verification as text: the verdict first, then each check with the compared values. */
export function textReport(verification: Verification): string {
  const { verdict, notice, steps, facts } = formatVerification(verification, ENGLISH)
  const claims = facts?.claims.map(({ name, value }) => `  ${name}: ${value}`) ?? []
  const lines = [
    verdict.sentence,
    ...(notice === null ? [] : [`${notice}.`]),
    '',
    ...steps.flatMap(stepLines),
    ...(claims.length === 0 ? [] : ['', ENGLISH.t('Details stated in the entry:'), ...claims]),
  ]
  return lines.map(sanitizeLine).join('\n')
}

/** Formats a verification as JSON. Indexes and block numbers are decimal strings. */
export function jsonReport(verification: Verification): string {
  const bigintToString = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value
  return JSON.stringify(formatVerification(verification, ENGLISH), bigintToString, 2).replaceAll(
    /[^\n\P{C}]|[\u2028\u2029]/gu,
    escapeCharacter,
  )
}

/**
 * Escapes a character as in JSON, so that programs that parse the report restore the character, and terminals do not
 * interpret it.
 */
function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

function stepLines(step: FormattedStep): string[] {
  const head = `${SYMBOLS[step.outcome]} ${step.title}`
  const explanation = step.outcome === 'passed' ? [] : [`    ${step.sentence} (${step.reason})`]
  const values = Object.entries(step.values).map(([name, value]) => `    ${name}: ${value}`)
  return [head, ...explanation, ...values]
}

/**
 * Replaces control and format characters with U+FFFD. Any part of a line, including names and sentences, may come from
 * an untrusted proof file, and must not move the cursor, reverse the text direction or fake a line.
 */
function sanitizeLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD')
}
