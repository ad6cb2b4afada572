/** Shortens the output of a process that did not start to what explains the failure. */

const MAX_LINES = 12

/** Levels of a service's log that explain a failure, from the one that explains most. */
const LEVELS = ['fatal', 'error']

/**
 * Returns the message of the most severe line of a service's log, the first one if there are several. If there is none,
 * returns the last lines that are not part of such a log, without repetitions: the output of another program, or a stack.
 */
export function describeOutput(output: string): string {
  const lines = output.trimEnd().split('\n')
  const logged = lines.flatMap(parseLogLine)
  for (const level of LEVELS) {
    const found = logged.find((line) => line.level === level)
    if (found) return found.text
  }
  const others = lines.filter((line) => parseLogLine(line).length === 0)
  if (others.length === 0) return logged.at(-1)?.text ?? ''
  return others
    .filter((line, index) => line !== others[index - 1])
    .slice(-MAX_LINES)
    .join('\n')
}

type LogLine = { level: string; text: string }

function parseLogLine(line: string): LogLine[] {
  if (!line.startsWith('{')) return []
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: unknown
      msg?: unknown
      err?: { message?: unknown }
    }
    if (typeof level !== 'string' || typeof msg !== 'string') return []
    return [{ level, text: err?.message ? `${msg}: ${err.message}` : msg }]
  } catch {
    return []
  }
}
