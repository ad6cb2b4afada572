/** What a monitor prints: one event per line, as text or as JSON. */
import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import type { CheckResult } from './check-record.ts'
import type { Contradiction } from './contradiction.ts'
import { formatValue, type PinnedRecord } from './record-policy.ts'

export type MonitorEvent =
  | { type: 'contradiction' | 'accepted'; contradiction: Contradiction }
  | { type: 'checked'; result: Omit<CheckResult, 'state'> }
  | { type: 'pinned'; record: PinnedRecord }
  | { type: 'warning' | 'unavailable'; message: string }

/** Longer lines are cut in text; JSON contains all values whole. */
const MAX_LINE = 400

/** Formats an event as one line of JSON, in which every control and format character is escaped. */
export function jsonLine(event: MonitorEvent, timeMs: number): string {
  const time = new Date(timeMs).toISOString()
  return JSON.stringify({ time, type: event.type, ...fieldsOf(event) }).replaceAll(
    /[\p{C}\u2028\u2029]/gu,
    escapeCharacter,
  )
}

/** Formats an event for a terminal. Any value may come from the record, and cannot move the cursor or fake a line. */
export function textLines(event: MonitorEvent, timeMs: number): string {
  const time = new Date(timeMs).toISOString()
  return linesOf(event)
    .map((line) => sanitizeForDisplay(line, MAX_LINE))
    .map((line, i) => (i === 0 ? `${time} ${line}` : `  ${line}`))
    .join('\n')
}

function fieldsOf(event: MonitorEvent): object {
  if (event.type === 'checked') return event.result
  if (event.type === 'pinned') return { record: event.record }
  if ('contradiction' in event) {
    const { code, message, details } = event.contradiction
    return { code, message, ...details }
  }
  return { message: event.message }
}

function linesOf(event: MonitorEvent): string[] {
  switch (event.type) {
    case 'checked': {
      const { size, entries, tiles, anchors, anchoredSize } = event.result
      return [
        `No contradiction: ${size} entries, ${anchoredSize} of them anchored. New: ${entries} entries, ${tiles} tiles, ${anchors} anchored states.`,
      ]
    }
    case 'pinned':
      return [
        'No policy was given, so the one that the record publishes is used from now on. Compare it with one that you trust:',
        ...Object.entries(event.record).map(([name, value]) => `${name}: ${formatValue(value)}`),
      ]
    case 'warning':
      return [`Warning: ${event.message}`]
    case 'unavailable':
      return [`Could not be checked: ${event.message}`]
    default:
      return contradictionLines(event.contradiction, event.type === 'accepted')
  }
}

function contradictionLines(contradiction: Contradiction, isAccepted: boolean): string[] {
  const { code, message, details } = contradiction
  const { path, index, expected, found } = details
  const values = Object.entries({ path, index, expected, found })
  return [
    `${isAccepted ? 'Accepted contradiction' : 'CONTRADICTION'} ${code}: ${message}`,
    ...values.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
  ]
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
