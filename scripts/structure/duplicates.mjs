/**
 * Counts pairs of duplicated code: two positions with the same six or more consecutive lines.
 *
 * Lines are compared without their indentation. Blank lines, comments, imports and re-exports, and lines without a
 * letter or digit (brackets) are ignored. A pair counts once, however long it is; a block that occurs three times
 * counts as three pairs. Pairs of fewer than 60 characters do not count: six lines of `a,` are not a copy.
 */
const WINDOW = 6
const MIN_CHARACTERS = 60

export function duplicates(sources) {
  const files = sources.map(({ path, text }) => ({ path, lines: comparableLines(path, text) }))
  const windows = new Map()
  for (const [file, { lines }] of files.entries()) {
    for (let index = 0; index + WINDOW <= lines.length; index++) {
      const key = textOf(lines, index, WINDOW)
      windows.set(key, [...(windows.get(key) ?? []), { file, start: index }])
    }
  }
  return [...windows.values()].flatMap((windowPositions) => pairsOf(windowPositions, files))
}

/** Returns the pairs that begin with this window. If the preceding lines are equal too, the pair began earlier. */
function pairsOf(windowPositions, files) {
  return windowPositions.flatMap((first, index) =>
    windowPositions.slice(index + 1).flatMap((second) => {
      const [a, b] = [files[first.file], files[second.file]]
      const beganEarlier =
        first.start > 0 && a.lines[first.start - 1].text === b.lines[second.start - 1]?.text
      const overlaps = first.file === second.file && second.start - first.start < WINDOW
      if (beganEarlier || overlaps) return []
      const length = commonLength(a.lines, first.start, b.lines, second.start)
      if (textOf(a.lines, first.start, length).length < MIN_CHARACTERS) return []
      const location = `${b.path}:${b.lines[second.start].number}`
      return [
        {
          where: `${a.path}:${a.lines[first.start].number}`,
          what: `${location} (${length} lines)`,
        },
      ]
    }),
  )
}

function commonLength(a, from, b, start) {
  let length = 0
  while (a[from + length] && a[from + length].text === b[start + length]?.text) length++
  return length
}

function textOf(lines, start, length) {
  return lines
    .slice(start, start + length)
    .map(({ text }) => text)
    .join('\n')
}

/** Comments and imports are blanked rather than removed, so that line numbers stay the same. */
function comparableLines(path, text) {
  const blank = (match) => match.replaceAll(/[^\n]/g, '')
  const code = /Dockerfile$/.test(path)
    ? text.replaceAll(/^#.*$/gm, '')
    : text
        .replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, blank)
        .replaceAll(/^(import|export)\s[^;]*?from '[^']*'$/gm, blank)
        .replaceAll(/^\s*\/\/.*$/gm, '')
  return code
    .split('\n')
    .map((line, index) => ({ text: line.trim().replaceAll(/\s+/g, ' '), number: index + 1 }))
    .filter((line) => /[\p{L}\d]/u.test(line.text))
}
