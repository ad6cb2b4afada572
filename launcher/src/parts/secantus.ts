/** SecantusDB in its own virtual environment: run as a separate process, never used as a library. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '@inkproof/slice-kit/lock'
import { run, tryRun } from '../process/run.ts'
import { installDebian, isDebian, unpackDebian, unpackedRoot } from './debian.ts'
import { type PartContext, plainEnv } from './part.ts'
import { type Program, type ProgramSpec, requireProgram } from './programs.ts'

export const SECANTUS_VERSION = '0.7.0b3'

const PYTHON: ProgramSpec = {
  command: 'python3',
  packages: {
    debian: ['python3', 'python3-venv'],
    brew: 'python',
    dnf: 'python3',
    pacman: 'python',
    apk: 'python3',
  },
}

/** How long this run waits while a concurrent run installs the server. */
const INSTALL_TIMEOUT_MS = 300_000

type Command = { path: string; args: string[]; env: NodeJS.ProcessEnv }

/** Returns the command of the server, which is installed at first use. Concurrent runs wait for that installation. */
export async function getSecantus(context: PartContext): Promise<Command> {
  const environment = join(context.tools, `secantusdb-${SECANTUS_VERSION}`)
  const complete = join(environment, 'complete')
  mkdirSync(context.tools, { recursive: true })
  await withLock(`${environment}.locks`, INSTALL_TIMEOUT_MS, async () => {
    if (existsSync(complete)) return
    rmSync(environment, { recursive: true, force: true })
    await install(context, environment)
    writeFileSync(complete, '')
  })
  // The interpreter runs the program, because the program's first line contains the path at which it was installed. The
  // folder may have been moved since, or installed through a symbolic link.
  const bin = join(environment, 'bin')
  return {
    path: join(bin, 'python'),
    args: [join(bin, 'secantusd-py')],
    env: plainEnv(context.env),
  }
}

async function install(context: PartContext, environment: string): Promise<void> {
  const python = await requireProgram(context, PYTHON)
  const pip = await createEnvironment(context, python, environment)
  context.print(`installing SecantusDB ${SECANTUS_VERSION} from PyPI: up to a minute`)
  const flags = ['--disable-pip-version-check', '--retries', '1', '--timeout', '15', '--quiet']
  // Passes on the user's whole environment, because it may configure pip's index.
  const env = { ...context.env, ...python.env }
  await run(pip.command, [...pip.args, 'install', ...flags, `SecantusDB==${SECANTUS_VERSION}`], {
    env,
  })
}

type Pip = { command: string; args: string[] }

/** Creates the environment and returns the command that runs pip in it. */
async function createEnvironment(
  context: PartContext,
  python: Program,
  environment: string,
): Promise<Pip> {
  const command = join(environment, 'bin', 'python')
  const asRoot = process.getuid?.() === 0
  if (!(await canCreateEnvironments(python)) && (await isDebian())) {
    // Debian packages the venv module separately from Python.
    await (asRoot ? installDebian : unpackDebian)(['python3-venv'], context)
  }
  const unpacked = unpackedPip(context.tools)
  if (!unpacked) {
    await run(python.path, ['-m', 'venv', environment], { env: python.env })
    return { command, args: ['-m', 'pip'] }
  }
  // The unpacked venv module does not find the pip archive that it would install, so pip runs from that archive.
  await run(python.path, ['-m', 'venv', '--without-pip', environment], { env: python.env })
  return { command, args: [join(unpacked, 'pip')] }
}

async function canCreateEnvironments(python: Program): Promise<boolean> {
  const output = await tryRun(python.path, ['-c', 'import venv, ensurepip'], { env: python.env })
  return output !== undefined
}

function unpackedPip(tools: string): string | undefined {
  const folder = join(unpackedRoot(tools), 'usr/share/python-wheels')
  if (!existsSync(folder)) return undefined
  const archive = readdirSync(folder).find((name) => /^pip-.*\.whl$/.test(name))
  return archive && join(folder, archive)
}
