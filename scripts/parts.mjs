/**
 * Writes what follows from parts.json, the list of slices and services, and from settings.json, the list of what an
 * operator may set, into docker-compose.yml, gateway/ and README.md, the list of the pages of text into mfe-content, and
 * the table of errors into docs/errors.md:
 *
 *   npm run parts          writes
 *   npm run lint:parts     writes nothing; names what is missing, left over or not up to date, and how to fix it
 *
 * The check also proves that it bites: a fault that is planted in a list and passes is a failure of the check.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missedFaults } from './parts/faults.mjs'
import { folderProblems } from './parts/folders.mjs'
import { ROOT, readParts } from './parts/list.mjs'
import { missedSettingFaults } from './parts/setting-faults.mjs'
import { readSettings, settingProblems } from './parts/settings.mjs'
import { outdatedFiles } from './parts/written-files.mjs'

/** What a generated file is generated from, if not from parts.json. */
const SOURCES = {
  'README.md': 'settings.json',
  'docs/errors.md': 'packages/protocol/src/errors',
  'mfe-content/src/text/pages.ts': 'svc-content/content/pages',
}

const parts = readParts()
const settings = readSettings()
const outdated = outdatedFiles(parts)
if (process.argv.includes('--check')) check()
else write()

function write() {
  for (const { path, text } of outdated) {
    writeFileSync(join(ROOT, path), text)
    console.log(`wrote ${path}`)
  }
  for (const problem of [...folderProblems(parts), ...settingProblems(settings)])
    console.error(problem)
}

function check() {
  const problems = [
    ...folderProblems(parts),
    ...settingProblems(settings),
    ...outdated.map(({ path }) => `${path} does not agree with ${listOf(path)}: npm run parts`),
  ]
  const missed = [...missedFaults(parts), ...missedSettingFaults(settings)]
  for (const problem of problems) console.error(problem)
  for (const fault of missed) console.error(`a planted fault was not found: ${fault}`)
  const seen = parts.slices.length + parts.services.length
  console.log(
    `parts: ${seen} slices and services, ${settings.length} rows of settings, ${problems.length} problems`,
  )
  process.exit(
    seen > 0 && settings.length > 0 && problems.length === 0 && missed.length === 0 ? 0 : 1,
  )
}

function listOf(path) {
  return SOURCES[path] ?? 'parts.json'
}
