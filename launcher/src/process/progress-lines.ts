/** Progress output of a long-running command. */
export type ProgressLines = {
  /** Prints a message above the line that counts the seconds. */
  print(line: string): void
  /** Removes the line that counts the seconds. */
  end(): void
}

type Screen = Pick<NodeJS.WriteStream, 'isTTY'> & { write(text: string): unknown }

const CLEAR_LINE = '\r\x1b[K'

/** On a terminal the last line counts the seconds; in a file or pipe nothing is redrawn. */
export function createProgressLines(
  screen: Screen,
  elapsedMs: () => number,
  everyMs = 1000,
): ProgressLines {
  if (!screen.isTTY) return { print: (line) => screen.write(`${line}\n`), end: () => undefined }
  const count = () => screen.write(`${CLEAR_LINE}  … ${Math.round(elapsedMs() / 1000)} s`)
  const timer = setInterval(count, everyMs)
  let hasEnded = false
  return {
    print: (line) => {
      screen.write(`${CLEAR_LINE}${line}\n`)
      if (!hasEnded) count()
    },
    end: () => {
      hasEnded = true
      clearInterval(timer)
      screen.write(CLEAR_LINE)
    },
  }
}
