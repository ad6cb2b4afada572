/**
 * Who is running, written where the next launcher can read it: a launcher that was killed leaves
 * its processes behind, and a process id alone may by then belong to someone else. So the time the
 * process was started is kept beside it and has to match.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ProcessMark = { name: string; pid: number; started: string }

export function writePidFile(runDir: string, name: string, pid: number): void {
  const started = startedAt(pid)
  // Gone already: there is nothing to find later.
  if (started === undefined) return
  mkdirSync(runDir, { recursive: true })
  writeFileSync(pathOf(runDir, name), JSON.stringify({ name, pid, started }))
}

export function removePidFile(runDir: string, name: string): void {
  rmSync(pathOf(runDir, name), { force: true })
}

/** The marks in a folder whose process still lives and is the one that was marked. */
export function livingMarks(runDir: string): ProcessMark[] {
  return readMarks(runDir).filter(isSameProcess)
}

export function readMark(runDir: string, name: string): ProcessMark | undefined {
  const mark = readMarks(runDir).find((candidate) => candidate.name === name)
  return mark !== undefined && isSameProcess(mark) ? mark : undefined
}

export function runsNow(pid: number): boolean {
  return startedAt(pid) !== undefined
}

function isSameProcess(mark: ProcessMark): boolean {
  return startedAt(mark.pid) === mark.started
}

function readMarks(runDir: string): ProcessMark[] {
  return listFolder(runDir)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => parseMark(join(runDir, file)))
}

function parseMark(path: string): ProcessMark[] {
  try {
    const mark = JSON.parse(readFileSync(path, 'utf8'))
    return typeof mark.pid === 'number' && typeof mark.name === 'string' ? [mark] : []
  } catch {
    // A launcher killed while writing leaves half a file, which names nothing.
    return []
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function pathOf(runDir: string, name: string): string {
  return join(runDir, `${name}.json`)
}

/** When the process was started, in whatever unit the system says it; undefined when it is gone. */
function startedAt(pid: number): string | undefined {
  if (process.platform === 'linux') return startedOnLinux(pid)
  try {
    const lines = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return lines.trim() || undefined
  } catch {
    return undefined
  }
}

function startedOnLinux(pid: number): string | undefined {
  try {
    // The name in brackets may hold spaces; the fields after it do not. State is the first of
    // them, the start time the twentieth.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
