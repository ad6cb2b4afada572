/** Finds a program: on the PATH, unpacked by an earlier start, or as a package of Debian. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebian, isDebian, unpackDebian, unpackedEnv, unpackedFolders } from './debian.ts'
import { type PartContext, PartUnavailable, plainEnv } from './part.ts'

export type Program = {
  path: string
  from: string
  /** Environment variables that its process needs. */
  env: NodeJS.ProcessEnv
}

export type Wanted = {
  command: string
  /** The names of its packages in the package managers. */
  packages: { debian: string[]; brew: string; dnf: string; pacman: string; apk: string }
}

/** Debian excludes servers from an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']

export function onPath(command: string, env: NodeJS.ProcessEnv): string | undefined {
  const { PATH } = env
  const folders = [...(PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, command)).find(isExecutable)
}

/** Finds the program, and installs it first if possible; otherwise throws an error that says what to do. */
export async function requireProgram(context: PartContext, wanted: Wanted): Promise<Program> {
  const present = findProgram(context, wanted.command)
  if (present) return present
  if (!(await isDebian())) throw offDebian(context, wanted)
  const packages = wanted.packages.debian
  const asRoot = process.getuid?.() === 0
  await (asRoot ? installDebian : unpackDebian)(packages, context).catch((error: Error) => {
    throw new PartUnavailable({
      what: wanted.command,
      why: `its Debian package could not be ${asRoot ? 'installed' : 'fetched'} (${error.message})`,
      fix: `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`,
    })
  })
  const installed = findProgram(context, wanted.command)
  if (!installed) throw offDebian(context, wanted)
  return installed
}

function findProgram(context: PartContext, command: string): Program | undefined {
  const env = plainEnv(context.env)
  const path = onPath(command, context.env)
  if (path) return { path, from: path, env }
  const unpacked = unpackedFolders(context.tools)
    .map((folder) => join(folder, command))
    .find(isExecutable)
  if (!unpacked) return undefined
  return {
    path: unpacked,
    from: `${unpacked} (a Debian package)`,
    env: unpackedEnv(context.tools, env),
  }
}

/** The instruction for systems on which we install nothing: the command of the package manager found. */
export function offDebian(
  { env }: Pick<PartContext, 'env'>,
  { command, packages }: Wanted,
): PartUnavailable {
  const managers = [
    ['brew', `brew install ${packages.brew}`],
    ['dnf', `sudo dnf install -y ${packages.dnf}`],
    ['pacman', `sudo pacman -S ${packages.pacman}`],
    ['apk', `sudo apk add ${packages.apk}`],
  ]
  const known = managers.find(([manager]) => manager && onPath(manager, env))?.[1]
  const install = known ?? `install ${command} with this system's package manager`
  return new PartUnavailable({
    what: command,
    why: 'it is not on the PATH, and this is not Debian, where it would be installed from a package',
    fix: `${install}; or run the whole system in containers: docker compose up`,
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
