/** Finds a program: on the PATH, unpacked by an earlier run, or as a Debian package. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebian, isDebian, unpackDebian, unpackedEnv, unpackedFolders } from './debian.ts'
import { type PartContext, PartUnavailable, plainEnv } from './part.ts'

export type Program = {
  path: string
  /** Where the program was found, as printed at startup. */
  from: string
  /** Environment variables that its process needs. */
  env: NodeJS.ProcessEnv
}

export type ProgramSpec = {
  command: string
  /** The names of its packages in the package managers. */
  packages: { debian: string[]; brew: string; dnf: string; pacman: string; apk: string }
}

/** On Debian, an ordinary user's PATH does not include the `sbin` folders, in which servers are installed. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']

export function findOnPath(command: string, env: NodeJS.ProcessEnv): string | undefined {
  const { PATH } = env
  const folders = [...(PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, command)).find(isExecutable)
}

/** Finds the program, or installs it if possible. @throws PartUnavailable with the command that installs it */
export async function requireProgram(context: PartContext, spec: ProgramSpec): Promise<Program> {
  const existing = findProgram(context, spec.command)
  if (existing) return existing
  if (!(await isDebian())) throw missingProgram(context, spec)
  const packages = spec.packages.debian
  const asRoot = process.getuid?.() === 0
  await (asRoot ? installDebian : unpackDebian)(packages, context).catch((error: Error) => {
    throw new PartUnavailable({
      what: spec.command,
      why: `its Debian package could not be ${asRoot ? 'installed' : 'downloaded'} (${error.message})`,
      fix: `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`,
    })
  })
  const installed = findProgram(context, spec.command)
  if (installed) return installed
  throw new PartUnavailable({
    what: spec.command,
    why: `its Debian package was ${asRoot ? 'installed' : 'unpacked'}, but the program was not found`,
    fix: `sudo apt-get install --reinstall -y ${packages.join(' ')}`,
  })
}

function findProgram(context: PartContext, command: string): Program | undefined {
  const env = plainEnv(context.env)
  const path = findOnPath(command, context.env)
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

/** Returns the error for systems other than Debian; it names the install command of the package manager found. */
export function missingProgram(
  { env }: Pick<PartContext, 'env'>,
  { command, packages }: ProgramSpec,
): PartUnavailable {
  const managers = [
    ['brew', `brew install ${packages.brew}`],
    ['dnf', `sudo dnf install -y ${packages.dnf}`],
    ['pacman', `sudo pacman -S ${packages.pacman}`],
    ['apk', `sudo apk add ${packages.apk}`],
  ]
  const known = managers.find(([manager]) => manager && findOnPath(manager, env))?.[1]
  const install = known ?? `install ${command} with this system's package manager`
  return new PartUnavailable({
    what: command,
    why: 'it is not on the PATH, and this is not Debian, where it would be installed from a package',
    fix: `${install}; or run the whole system with Docker: docker compose up`,
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
