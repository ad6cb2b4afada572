/**
 * Runs the steps of a Dockerfile on this machine, where there is no Docker: each stage in a folder of
 * its own, with the node that is here for the image's. It shows that the steps work from a clean copy
 * and that what they leave starts.
 *
 *   node --import tsx launcher/src/testing/run-dockerfile.ts svc-auth [NAME=value …]
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseDockerfile, type Stage, type Step } from './dockerfile.ts'
import { ROOT } from './test-folder.ts'

const [folder = '', ...settings] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'inkproof-image-'))
const context = join(home, 'context')
const stages = parseDockerfile(readFileSync(join(ROOT, folder, 'Dockerfile'), 'utf8'))

copyContext()
for (const stage of stages) runStage(stage)
startLast(stages.at(-1))

/** What git knows of, as it is in the work tree: what .dockerignore leaves of a clean copy. */
function copyContext(): void {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', listed, { cwd: ROOT, encoding: 'utf8' })
  for (const file of stdout.split('\n').filter(Boolean)) {
    cpSync(join(ROOT, file), join(context, file), { recursive: true })
  }
}

function runStage(stage: Stage): void {
  console.log(`stage ${stage.name} from ${stage.image}`)
  const state = { cwd: '/', env: {} as Record<string, string> }
  for (const step of stage.steps) runStep(stage, step, state)
}

type State = { cwd: string; env: Record<string, string> }

function runStep(stage: Stage, { word, text }: Step, state: State): void {
  if (word === 'WORKDIR') {
    state.cwd = text
    mkdirSync(inside(stage, text), { recursive: true })
  } else if (word === 'ENV') {
    for (const pair of text.split(/\s+/)) {
      state.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
    }
  } else if (word === 'COPY') copy(stage, text, state)
  else if (word === 'RUN') runHere(stage, text, state)
}

function copy(stage: Stage, text: string, { cwd }: State): void {
  const parts = text.split(/\s+/)
  const source = /^--from=(.+)$/.exec(parts[0] ?? '')?.[1]
  const [from = '', to = ''] = source ? parts.slice(1) : parts
  const other = stages.find(({ name }) => name === source)
  const start = other ? inside(other, from) : join(context, from)
  const target = inside(stage, to.startsWith('/') ? to : join(cwd, to))
  console.log(`  COPY ${text}`)
  const file = from.split('/').at(-1) ?? ''
  const isFile = file.includes('.') && file !== '.'
  cpSync(start, isFile && to.endsWith('/') ? join(target, file) : target, {
    recursive: true,
    verbatimSymlinks: true,
  })
}

/** Root's own folders of the image become the stage's. */
function runHere(stage: Stage, command: string, { cwd, env }: State): void {
  console.log(`  RUN ${command}`)
  const local = command
    .replaceAll(/(^|\s)\/(srv|etc)\//g, `$1${inside(stage, '/')}$2/`)
    .replaceAll(/chown \S+/g, 'true')
  mkdirSync(inside(stage, '/srv'), { recursive: true })
  const { status } = spawnSync('sh', ['-ec', local], {
    cwd: inside(stage, cwd),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

/** Starts what the image would start and says how it went; a service is given ten seconds. */
function startLast(stage: Stage | undefined): void {
  if (!stage) throw new Error(`${folder}/Dockerfile has no stages`)
  const [command = '', ...args] = JSON.parse(lastOf(stage, 'CMD'))
  const cwd = inside(stage, lastOf(stage, 'WORKDIR'))
  const local = args.map((arg: string) => arg.replaceAll('/srv/', `${inside(stage, '/srv')}/`))
  console.log(`start ${command} ${args.join(' ')} in ${relative(dirname(home), cwd)}`)
  const env = Object.fromEntries(settings.map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
  const { status, signal } = spawnSync(command, local, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
    stdio: 'inherit',
    timeout: 10_000,
  })
  console.log(signal ? 'still running after ten seconds' : `ended with ${status}`)
}

function lastOf({ steps }: Stage, word: string): string {
  return steps.findLast((step) => step.word === word)?.text ?? ''
}

function inside(stage: Stage, path: string): string {
  return join(home, stage.name, path)
}
