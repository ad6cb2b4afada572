/**
 * The catalogues of texts: `<part>/texts/en.json` names every message of a part and the files that use it, and
 * `<part>/texts/<language>.json` translates them.
 *
 *   node scripts/texts.mjs extract   writes the catalogues
 *   node scripts/texts.mjs check     reports outdated catalogues, texts that are in no catalogue, and errors in
 *                                    translations; also tests itself with planted faults
 *
 * A message is the literal first argument of `t`, `plural`, `rich` or `msg` of packages/texts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './parts/list.mjs'
import { missedFaults } from './texts/faults.mjs'
import { PACKAGES_WITHOUT_TEXTS, PARTS } from './texts/parts.mjs'
import { readTexts, staleExceptions } from './texts/read-texts.mjs'
import { checkTranslations } from './texts/translations.mjs'

/** A run that sees fewer files or messages did not read all parts. */
const MIN_FILES = 600
const MIN_MESSAGES = 1_400

const parts = readTexts()
const problems = parts.flatMap(problemsOf)
for (const where of staleExceptions(parts))
  problems.push(`${where} has no such text: remove it from ALWAYS_ENGLISH`)
for (const folder of unlistedPackages())
  problems.push(`${folder} is not listed in scripts/texts/parts.mjs`)
for (const fault of missedFaults()) problems.push(`a planted fault was not found: ${fault}`)

const translated = checkTranslations(parts)
problems.push(...translated.problems)

const files = sum(({ files: read }) => read.length)
const messages = sum(({ catalogue }) => Object.keys(catalogue).length)
if (files < MIN_FILES) problems.push(`only ${files} files were read`)
if (messages < MIN_MESSAGES) problems.push(`only ${messages} messages were found`)

for (const part of parts) console.log(formatPart(part))
for (const line of translated.lines) console.log(line)
for (const problem of problems) console.error(problem)
console.log(
  `texts: ${messages} messages, ${files} files read, ${sum(({ outside }) => outside.length)} texts outside, ${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)

function problemsOf({ folder, catalogue, outside, problems: found }) {
  const stale = updateCatalogue(folder, catalogue)
  const outsideTexts = outside.map(({ where, what }) => `${where}: outside the catalogue: ${what}`)
  return [...found, ...outsideTexts, ...stale]
}

/**
 * Writes the catalogue of a part (`extract`), or returns a problem if the catalogue is outdated (`check`). A part
 * without messages has no catalogue.
 */
function updateCatalogue(folder, catalogue) {
  const file = join(ROOT, folder, 'texts/en.json')
  const sorted = Object.keys(catalogue)
    .sort()
    .map((message) => [message, [...catalogue[message]].sort()])
  if (sorted.length === 0) return []
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  if (process.argv[2] === 'extract') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    return [`${folder}/texts/en.json is outdated: run npm run texts:extract`]
  }
  return []
}

/** Returns the packages that are listed neither in PARTS nor in PACKAGES_WITHOUT_TEXTS. */
function unlistedPackages() {
  const listed = [...PACKAGES_WITHOUT_TEXTS, ...PARTS.map(({ folder }) => folder)]
  return readdirSync(join(ROOT, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')) && !listed.includes(folder))
}

function formatPart({ folder, files: read, catalogue, outside, english }) {
  const counts = `${read.length} files, ${Object.keys(catalogue).length} messages`
  const alwaysEnglish = english.length > 0 ? `, ${english.length} always English` : ''
  return `  ${folder}: ${counts}, ${outside.length} outside${alwaysEnglish}`
}

function sum(count) {
  return parts.reduce((total, part) => total + count(part), 0)
}
