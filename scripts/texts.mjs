/**
 * The catalogues of texts: `<part>/texts/en.json` names every message of a part and the files that use it.
 *
 *   node scripts/texts.mjs extract   writes the catalogues
 *   node scripts/texts.mjs check     says which catalogue is stale and which text stands outside of one,
 *                                    and proves that it would notice
 *
 * A message is the literal first argument of `t`, `plural`, `rich` or `msg` of packages/texts.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { extractMessages } from './texts/extract-messages.mjs'
import { findOutsideTexts } from './texts/find-outside-texts.mjs'
import { listSources, PARTS } from './texts/parts.mjs'

const ROOT = dirname(import.meta.dirname)
const FEWEST_FILES = 190

/** One fault of each kind, and the words that have to tell of it. */
const FAULTS = [
  { source: 'export const P = () => <p>Some text</p>', tells: 'Some text' },
  { source: 'export const P = () => <Page title="A title" />', tells: 'A title' },
  { source: "export const label = () => 'Try again'", tells: 'Try again' },
  { source: `export const words = (n) => ${'`Every $'}{n} minutes${'`'}`, tells: 'Every' },
  { source: "import { t } from '@inkproof/texts/text'\nt(words)", tells: 'no literal' },
]

const problems = []
let seen = 0
let messages = 0
for (const part of PARTS) {
  const files = listSources(join(ROOT, part.folder), part)
  seen += files.length
  const catalogue = {}
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    const where = relative(join(ROOT, part.folder), file)
    const found = extractMessages(where, source, part.functions)
    for (const message of found.messages) {
      catalogue[message] = [...(catalogue[message] ?? []), where]
    }
    problems.push(...found.problems)
    if (part.isTyped) continue
    problems.push(...findOutsideTexts(where, source, part.functions).map(outside(part)))
  }
  messages += Object.keys(catalogue).length
  bring(part, catalogue)
}

const missed = FAULTS.filter(({ source, tells }) => !isNoticed(source, tells))
for (const problem of problems) console.error(problem)
console.log(
  `texts: ${messages} messages in ${PARTS.length} catalogues, ${seen} files read, ${problems.length} problems, ${FAULTS.length - missed.length} of ${FAULTS.length} planted faults found`,
)
process.exit(problems.length === 0 && missed.length === 0 && seen >= FEWEST_FILES ? 0 : 1)

/** Writes the catalogue of a part, or says that the one that is there is stale. */
function bring({ folder }, catalogue) {
  const file = join(ROOT, folder, 'texts/en.json')
  const sorted = Object.keys(catalogue)
    .sort()
    .map((message) => [message, [...new Set(catalogue[message])].sort()])
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  if (process.argv[2] === 'extract') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    problems.push(`${folder}/texts/en.json is stale: npm run texts:extract`)
  }
}

function outside({ folder }) {
  return ({ file, line, text }) => `${folder}/${file}:${line}: outside the catalogue: ${text}`
}

function isNoticed(source, tells) {
  const { problems: unread } = extractMessages('planted.tsx', source)
  const texts = findOutsideTexts('planted.tsx', source).map(({ text }) => text)
  return [...unread, ...texts].some((problem) => problem.includes(tells))
}
