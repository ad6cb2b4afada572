/** Finds the programs that convert office files. */
import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Absolute paths, with links resolved. `folder`: the installation of LibreOffice. */
export type OfficePrograms = { bubblewrap: string; soffice: string; folder: string }

/** `problem`: why there are none, for the operator; null if LibreOffice was neither found nor asked for. */
export type FoundPrograms =
  | { programs: OfficePrograms }
  | { programs: null; problem: string | null }

/** `programFolders`: where programs are searched. */
export type OfficeSettings = { LIBREOFFICE: string; programFolders?: readonly string[] }

const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin']

export async function findPrograms(settings: OfficeSettings): Promise<FoundPrograms> {
  const { LIBREOFFICE, programFolders = PROGRAM_FOLDERS } = settings
  if (LIBREOFFICE === 'off') return { programs: null, problem: null }
  const soffice =
    LIBREOFFICE === '' ? await findIn(programFolders, 'soffice') : await resolveProgram(LIBREOFFICE)
  if (soffice === null) {
    const problem = LIBREOFFICE === '' ? null : `${LIBREOFFICE} is not a program`
    return { programs: null, problem }
  }
  const bubblewrap = await findIn(programFolders, 'bwrap')
  if (bubblewrap === null)
    return { programs: null, problem: 'bwrap (bubblewrap), which isolates LibreOffice, is missing' }
  return { programs: { bubblewrap, soffice, folder: dirname(dirname(soffice)) } }
}

async function findIn(folders: readonly string[], name: string): Promise<string | null> {
  for (const folder of folders) {
    const program = await resolveProgram(join(folder, name))
    if (program !== null) return program
  }
  return null
}

async function resolveProgram(path: string): Promise<string | null> {
  try {
    const program = await realpath(path)
    await access(program, constants.X_OK)
    return program
  } catch {
    return null
  }
}
