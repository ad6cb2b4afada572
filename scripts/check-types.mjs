/**
 * `npm run types`: checks all types, then checks the code for browsers and the code for Node.js separately, each
 * without the globals of the other. Packages for both are checked in both runs.
 *
 * Each of these two runs includes a planted file that uses globals of the other environment. A run that accepts the
 * planted file, or misses a folder, fails.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(import.meta.dirname)
const PLANTED = join(ROOT, '.inkproof/types')
const TSC = join(
  dirname(fileURLToPath(import.meta.resolve('typescript-native/package.json'))),
  'bin/tsc',
)
const { slices, services } = JSON.parse(readFileSync(join(ROOT, 'parts.json'), 'utf8'))

/**
 * Each environment: its source folders, and globals that must be undefined in it. The names are those of
 * tsconfig.browser.json and tsconfig.service.json; the latter is for all code for Node.js.
 */
const ENVIRONMENTS = {
  browser: {
    folders: [
      ...Object.keys(slices),
      'shell',
      'packages/ui',
      'packages/slice',
      'packages/slice-parts',
    ],
    forbidden: ['process', 'Buffer', 'setImmediate'],
  },
  service: {
    folders: [
      ...Object.keys(services),
      'launcher',
      'packages/service-kit',
      'packages/slice-kit',
      'packages/pdf-signing',
      'packages/file-storage',
    ],
    forbidden: ['document', 'localStorage', 'HTMLElement'],
  },
}
const FOR_BOTH = [
  'packages/protocol',
  'packages/proof',
  'packages/texts',
  'packages/pdf-signatures',
  'packages/signing',
]

function compile(args) {
  const { status, stdout } = spawnSync(process.execPath, [TSC, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return { status, lines: stdout.split('\n').filter(Boolean) }
}

function problemsIn(environment) {
  const { folders, forbidden } = ENVIRONMENTS[environment]
  const planted = join(PLANTED, `${environment}.ts`)
  const config = join(PLANTED, `${environment}.json`)
  mkdirSync(PLANTED, { recursive: true })
  writeFileSync(planted, `export const planted = [${forbidden.join(', ')}]\n`)
  writeFileSync(
    config,
    JSON.stringify({ extends: `../../tsconfig.${environment}.json`, files: [planted] }),
  )
  const { lines } = compile(['-p', config, '--listFiles', '--pretty', 'false'])
  const errors = lines.filter((line) => /\berror TS\d+:/.test(line))
  const isReported = (name) =>
    errors.some((line) => line.includes(`${environment}.ts(`) && line.includes(`'${name}'`))
  const files = lines.map((line) => relative(ROOT, line))
  const checkedFiles = files.filter(
    (file) => !file.includes('node_modules') && !file.startsWith('..'),
  )
  console.log(`${environment}: ${checkedFiles.length} files`)
  return [
    ...errors.filter((line) => !line.includes(`.inkproof/types/${environment}.ts(`)),
    ...forbidden
      .filter((name) => !isReported(name))
      .map((name) => `tsconfig.${environment}.json does not forbid the global ${name}`),
    ...[...folders, ...FOR_BOTH]
      .filter((folder) => !checkedFiles.some((file) => file.startsWith(`${folder}/`)))
      .map((folder) => `tsconfig.${environment}.json does not include ${folder}`),
  ]
}

const all = compile(['-p', 'tsconfig.json', '--pretty', 'false'])
const problems = [
  ...(all.status === 0 ? [] : all.lines),
  ...Object.keys(ENVIRONMENTS).flatMap(problemsIn),
]
for (const problem of problems) console.error(problem)
console.log(`types: ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
