/**
 * Pairs of duplicated lines: two places where the same six or more lines follow each other.
 *
 * Lines are compared without their indentation. Left out before comparing: blank lines, comments, imports and
 * re-exports, and lines without a letter or digit (brackets). A pair is as long as its lines agree and counts once;
 * a block that stands in three places makes three pairs. Pairs of fewer than 60 characters do not count: six lines
 * of `a,` are no copy.
 */
const WINDOW = 6
const MIN_CHARACTERS = 60

export function duplicates(sources) {
  const files = sources.map(({ path, text }) => ({ path, lines: comparable(path, text) }))
  const windows = new Map()
  for (const [file, { lines }] of files.entries()) {
    for (let index = 0; index + WINDOW <= lines.length; index++) {
      const key = textOf(lines, index, WINDOW)
      windows.set(key, [...(windows.get(key) ?? []), { file, at: index }])
    }
  }
  return [...windows.values()].flatMap((places) => pairsOf(places, files))
}

/** The pairs that begin with this window: one whose lines before it agree too began earlier. */
function pairsOf(places, files) {
  return places.flatMap((one, index) =>
    places.slice(index + 1).flatMap((other) => {
      const [a, b] = [files[one.file], files[other.file]]
      const isLater = one.at > 0 && a.lines[one.at - 1].text === b.lines[other.at - 1]?.text
      const overlaps = one.file === other.file && other.at - one.at < WINDOW
      if (isLater || overlaps) return []
      const length = agreeing(a.lines, one.at, b.lines, other.at)
      if (textOf(a.lines, one.at, length).length < MIN_CHARACTERS) return []
      const second = `${b.path}:${b.lines[other.at].number}`
      return [{ where: `${a.path}:${a.lines[one.at].number}`, what: `${second} (${length} lines)` }]
    }),
  )
}

function agreeing(a, from, b, start) {
  let length = 0
  while (a[from + length] && a[from + length].text === b[start + length]?.text) length++
  return length
}

function textOf(lines, at, length) {
  return lines
    .slice(at, at + length)
    .map(({ text }) => text)
    .join('\n')
}

/** Comments and imports are blanked rather than cut, so that the numbers of the lines stay. */
function comparable(path, text) {
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
