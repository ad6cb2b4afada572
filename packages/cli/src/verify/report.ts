import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import type { Verification } from '@inkproof/proof/verify'
import { type FormattedStep, formatVerification } from '@inkproof/proof/wording'
import { makeTexts } from '@inkproof/texts/make-texts'

const ENGLISH = makeTexts((message) => message)
const SYMBOLS = { passed: '✓', failed: '✗', 'not checked': '–' } as const

/** Maximum length of a line with values or reasons; longer ones are truncated. */
const MAX_LINE = 1_000

/** Formats a verification as text: the answer first, then each check with the compared values. */
export function textReport(verification: Verification): string {
  const { verdict, notice, steps, facts } = formatVerification(verification, ENGLISH)
  const claims =
    facts?.claims.map(
      ({ name, value }) => `  ${sanitizeForDisplay(name, 80)}: ${sanitizeForDisplay(value)}`,
    ) ?? []
  return [
    verdict.headline,
    ...[verdict.context, verdict.note].filter((line) => line),
    ...(notice === null ? [] : [`${notice}.`]),
    '',
    ...steps.flatMap(stepLines),
    ...(claims.length === 0 ? [] : ['', ENGLISH.t('Details stated in the entry:'), ...claims]),
  ].join('\n')
}

/** Formats a verification as JSON. Indexes and block numbers are decimal strings. */
export function jsonReport(verification: Verification): string {
  const bigintToString = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value
  return escapeForTerminal(
    JSON.stringify(formatVerification(verification, ENGLISH), bigintToString, 2),
  )
}

/**
 * Escapes the control characters of a JSON text as JSON does, so that programs that parse it restore them, and terminals do
 * not interpret them.
 */
export function escapeForTerminal(json: string): string {
  return json.replaceAll(/[^\n\P{C}]|[\u2028\u2029]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** Any part of a line may come from an untrusted proof file, and must not move the cursor or imitate another line. */
function stepLines(step: FormattedStep): string[] {
  const explanation =
    step.outcome === 'passed' ? [] : [`    ${clean(step.sentence)} (${step.reason})`]
  const values = Object.entries(step.values).map(([name, value]) => `    ${name}: ${clean(value)}`)
  return [`${SYMBOLS[step.outcome]} ${step.title}`, ...explanation, ...values]
}

function clean(text: string): string {
  return sanitizeForDisplay(text, MAX_LINE)
}
