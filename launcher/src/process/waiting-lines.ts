/** Progress output for a person who waits. */
export type WaitingLines = {
  /** Prints a line above the counting one. */
  say(line: string): void
  /** Removes the counting line. */
  end(): void
}

type Screen = Pick<NodeJS.WriteStream, 'isTTY'> & { write(text: string): unknown }

const CLEAR_LINE = '\r\x1b[K'

/** Progress lines: on a terminal the last one counts the seconds; in a file or pipe nothing is redrawn. */
export function waitingLines(
  screen: Screen,
  elapsedMs: () => number,
  everyMs = 1000,
): WaitingLines {
  if (!screen.isTTY) return { say: (line) => screen.write(`${line}\n`), end: () => undefined }
  const count = () => screen.write(`${CLEAR_LINE}  … ${Math.round(elapsedMs() / 1000)} s`)
  const timer = setInterval(count, everyMs)
  return {
    say: (line) => {
      screen.write(`${CLEAR_LINE}${line}\n`)
      count()
    },
    end: () => {
      clearInterval(timer)
      screen.write(CLEAR_LINE)
    },
  }
}
