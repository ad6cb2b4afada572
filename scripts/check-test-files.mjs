/**
 * `npm run lint:tests` checks that every test file is run by some command, and that `.ci/run` runs no file twice.
 * Without this check, a moved or renamed test file could silently stop running.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const ci = readFileSync('.ci/run', 'utf8')

/** Every command that runs jest, with its configuration; without `test:unit` and `test:node`, which run parts of `npm test`. */
const commands = Object.entries(scripts)
  .filter(
    ([name, script]) => script.includes('jest.js') && !['test:unit', 'test:node'].includes(name),
  )
  .map(([name, script]) => ({
    name,
    config: /--config (\S+)/.exec(script)?.[1] ?? 'jest.config.mjs',
    inCi: new RegExp(`^run_tests \\S+ npm (run )?${name}$`, 'm').test(ci),
  }))

const run = (command, args) =>
  execFileSync(command, args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The examples are repositories of their own: e2e/slices/own-repository.test.ts runs their tests. */
const tracked = run('git', [
  'ls-files',
  '-co',
  '--exclude-standard',
  '*.test.ts',
  '*.test.tsx',
  ':!examples',
])
const runBy = new Map(tracked.filter(existsSync).map((file) => [file, []]))
const problems = []
for (const command of commands) {
  const { name, config, inCi } = command
  const files = run('node', ['node_modules/jest/bin/jest.js', '--config', config, '--listTests'])
  console.log(`npm run ${name}: ${files.length} files${inCi ? '' : ', not in .ci/run'}`)
  if (files.length === 0) problems.push(`npm run ${name} runs no test file`)
  for (const file of files) runBy.get(relative('.', file))?.push(command)
}
for (const [file, runners] of runBy) {
  if (runners.length === 0) problems.push(`no command runs ${file}`)
  const inCi = runners.filter((command) => command.inCi).map(({ name }) => name)
  if (inCi.length > 1) problems.push(`${file} is run twice by .ci/run: ${inCi.join(' and ')}`)
}
for (const problem of problems) console.error(problem)
console.log(`test files: ${runBy.size}, ${commands.length} commands, ${problems.length} problems`)
process.exit(runBy.size > 0 && commands.length > 1 && problems.length === 0 ? 0 : 1)
