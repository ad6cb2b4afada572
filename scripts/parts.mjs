/**
 * Updates the files that are generated from lists: docker-compose.yml and gateway/ from parts.json (slices and
 * services), the table of settings in README.md from settings.json, the list of text pages in mfe-content, and the
 * table of errors in docs/errors.md:
 *
 *   npm run parts          writes the files
 *   npm run lint:parts     writes nothing; reports what is missing, superfluous or outdated, and how to fix it
 *
 * The check also tests itself: it fails if a fault planted in a list is not reported.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missedFaults } from './parts/faults.mjs'
import { folderProblems } from './parts/folders.mjs'
import { ROOT, readParts } from './parts/list.mjs'
import { missedSettingFaults } from './parts/setting-faults.mjs'
import { readSettings, settingProblems } from './parts/settings.mjs'
import { outdatedFiles } from './parts/written-files.mjs'

/** The source of each file that is not generated from parts.json. */
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
    ...outdated.map(
      ({ path }) => `${path} is out of date with ${sourceOf(path)}: run npm run parts`,
    ),
  ]
  const missed = [...missedFaults(parts), ...missedSettingFaults(settings)]
  for (const problem of problems) console.error(problem)
  for (const fault of missed) console.error(`a planted fault was not found: ${fault}`)
  const partCount = parts.slices.length + parts.services.length
  console.log(
    `parts: ${partCount} slices and services, ${settings.length} rows of settings, ${problems.length} problems`,
  )
  process.exit(
    partCount > 0 && settings.length > 0 && problems.length === 0 && missed.length === 0 ? 0 : 1,
  )
}

function sourceOf(path) {
  return SOURCES[path] ?? 'parts.json'
}
