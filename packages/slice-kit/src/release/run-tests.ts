import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { IS_OWN_REPOSITORY, ROOT } from './paths.ts'

type Report = { numTotalTests: number; testResults: { name: string }[] }

/**
 * Runs the unit tests of one part and prints how many there were; of a slice in its own repository, its `npm test`. `root` is
 * the repository's root.
 *
 * @throws Error if a test fails, if there are none, or if tests of other folders ran
 */
export async function runTests(
  name: string,
  log: (line: string) => void = () => {},
  root = ROOT,
): Promise<void> {
  if (IS_OWN_REPOSITORY) return runOwnTests(name, root)
  const folder = await mkdtemp(path.join(tmpdir(), 'inkproof-tests-'))
  try {
    const outputFile = path.join(folder, 'report.json')
    const code = await runJest(`${path.join(root, name)}/`, outputFile, root)
    if (code !== 0) throw new Error(`${name} was not published: its tests failed`)
    const report = JSON.parse(await readFile(outputFile, 'utf8')) as Report
    const suites = report.testResults.map((suite) => path.relative(root, suite.name))
    const other = suites.find((suite) => !suite.startsWith(`${name}/`))
    if (other !== undefined) throw new Error(`the tests of ${name} included ${other}`)
    if (suites.length === 0) throw new Error(`${name} was not published: it has no tests`)
    log(`${name}: ${suites.length} test files with ${report.numTotalTests} tests passed`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runOwnTests(name: string, root: string): Promise<void> {
  const { scripts = {} } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>
  }
  if (!scripts['test'])
    throw new Error(`${name} was not published: its package.json has no script "test"`)
  const child = spawn('npm', ['test', '--silent'], { cwd: root, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${name} was not published: its tests failed`)
}

function runJest(folder: string, outputFile: string, root: string): Promise<number | null> {
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js')
  const pattern = `^${folder.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`
  const flags = ['--experimental-vm-modules', '--no-warnings', jest]
  // The pattern comes first: --selectProjects accepts several values, so it would use the pattern as one of them.
  const selection = [pattern, '--selectProjects', 'unit', '--passWithNoTests']
  // --json prints the report to stdout too.
  const options = [...selection, '--json', '--outputFile', outputFile]
  const child = spawn(process.execPath, [...flags, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.on('close', resolve))
}
