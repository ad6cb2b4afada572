/**
 * Runs the steps of a target of the Dockerfile on this machine, without Docker: each stage in its own folder, with
 * the installed Node. Proves that the steps work from a clean copy and that the result starts.
 *
 * node --import tsx launcher/src/testing/run-dockerfile.ts <target> <PART> [NAME=value …]
 * node --import tsx launcher/src/testing/run-dockerfile.ts service svc-auth PORT=3001
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { copiedFrom, parseDockerfile, type Stage, type Step, stagesFor } from './dockerfile.ts'
import { ROOT } from './test-folder.ts'

const [target = '', part = '', ...settings] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'inkproof-image-'))
const context = join(home, 'context')
const stages = stagesFor(parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')), target)

type State = { cwd: string; env: Record<string, string>; entry: string; command: string }

/** The final state of each stage, for those based on it. */
const finished = new Map<string, State>()

copyContext()
for (const stage of stages) finished.set(stage.name, runStage(stage))
startTarget(finished.get(target))

/** Copies the files that git does not ignore: the build context of a clean checkout. */
function copyContext(): void {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', listed, { cwd: ROOT, encoding: 'utf8' })
  for (const file of stdout.split('\n').filter(Boolean)) {
    cpSync(join(ROOT, file), join(context, file), { recursive: true })
  }
}

function runStage(stage: Stage): State {
  console.log(`stage ${stage.name} from ${stage.image}`)
  const base = finished.get(stage.image)
  const state = base
    ? { ...base, env: { ...base.env } }
    : { cwd: '/', env: {} as Record<string, string>, entry: '[]', command: '[]' }
  if (base) copyAsHardLinks(join(home, stage.image), join(home, stage.name))
  for (const step of stage.steps) runStep(stage, step, state)
  return state
}

/** Copies a folder as hard links, because it contains many packages. Stages never change a file in place. */
function copyAsHardLinks(from: string, to: string): void {
  const { status } = spawnSync('cp', ['-al', from, to], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function runStep(stage: Stage, { keyword, text }: Step, state: State): void {
  const filled = text.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => state.env[name] ?? '')
  if (keyword === 'ARG') state.env[text] = part
  else if (keyword === 'CMD') state.command = text
  else if (keyword === 'ENTRYPOINT') state.entry = text
  else if (keyword === 'WORKDIR') {
    state.cwd = filled
    mkdirSync(inside(stage, filled), { recursive: true })
  } else if (keyword === 'ENV') {
    for (const pair of filled.split(/\s+/)) {
      state.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
    }
  } else if (keyword === 'COPY') copy(stage, filled, state)
  else if (keyword === 'RUN') runCommand(stage, text, state)
}

function copy(stage: Stage, text: string, { cwd }: State): void {
  const sourceStage = copiedFrom(text)
  const [from = '', to = ''] = text.split(/\s+/).slice(sourceStage ? 1 : 0)
  const source = sourceStage ? join(home, sourceStage, from) : join(context, from)
  const destination = inside(stage, to.startsWith('/') ? to : join(cwd, to))
  console.log(`  COPY ${text}`)
  const file = from.split('/').at(-1) ?? ''
  const isFile = file.includes('.') && file !== '.'
  cpSync(source, isFile && to.endsWith('/') ? join(destination, file) : destination, {
    recursive: true,
    verbatimSymlinks: true,
  })
}

/** Runs a command, with absolute paths of the image replaced by paths in the stage's folder. */
function runCommand(stage: Stage, command: string, { cwd, env }: State): void {
  console.log(`  RUN ${command}`)
  const local = command
    .replaceAll(/(^|\s)\/(srv|etc|app)\//g, `$1${inside(stage, '/')}$2/`)
    .replaceAll(/chown \S+/g, 'true')
  mkdirSync(inside(stage, '/srv'), { recursive: true })
  const { status } = spawnSync('sh', ['-ec', local], {
    cwd: inside(stage, cwd),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

/** Runs the command of the image for up to ten seconds and reports how it ended. */
function startTarget(state: State | undefined): void {
  if (!state) throw new Error(`${target} did not run`)
  const [command = '', ...args] = [...JSON.parse(state.entry), ...JSON.parse(state.command)]
  const cwd = join(home, target, state.cwd)
  console.log(`start ${command} ${args.join(' ')} in ${relative(dirname(home), cwd)}`)
  const overrides: Record<string, string> = Object.fromEntries(
    settings.map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  )
  const local = Object.entries({ ...state.env, ...overrides }).map(([name, value]) => [
    name,
    value.replace(/^\/srv\//, `${join(home, target)}/srv/`),
  ])
  const { status, signal } = spawnSync(command, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...Object.fromEntries(local) },
    stdio: 'inherit',
    timeout: 10_000,
  })
  console.log(signal ? 'still running after ten seconds' : `exited with code ${status}`)
}

function inside(stage: Stage, path: string): string {
  return join(home, stage.name, path)
}
