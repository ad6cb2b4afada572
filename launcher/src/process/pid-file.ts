/**
 * Pid files, by which the next launcher finds the processes that a killed one left behind. By then the process id may
 * belong to another process, so the start time is stored with it and must match.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type ProcessRecord = { name: string; pid: number; started: string }

export function writePidFile(runDir: string, name: string, pid: number): void {
  const started = startedAt(pid)
  // The process has already exited.
  if (started === undefined) return
  mkdirSync(runDir, { recursive: true })
  writeFileSync(pidFilePath(runDir, name), JSON.stringify({ name, pid, started }))
}

export function removePidFile(runDir: string, name: string): void {
  rmSync(pidFilePath(runDir, name), { force: true })
}

/**
 * Returns the recorded processes that are still running, including those whose process was killed while others of its
 * group are running, such as the chain behind its guard. `runDir` is a folder of the data folder.
 */
export function readRunning(runDir: string): ProcessRecord[] {
  return readPidFiles(runDir).filter(
    (record) => isSameProcess(record) || hasOrphanedGroup(record, dirname(runDir)),
  )
}

export function readPidFile(runDir: string, name: string): ProcessRecord | undefined {
  const record = readPidFiles(runDir).find((candidate) => candidate.name === name)
  return record !== undefined && isSameProcess(record) ? record : undefined
}

export function isRunning(pid: number): boolean {
  return startedAt(pid) !== undefined
}

function isSameProcess(record: ProcessRecord): boolean {
  return startedAt(record.pid) === record.started
}

/**
 * Returns whether the process has exited and its group still has a process that works in the data folder. Without the
 * second condition, the group could belong to another program that got the same id after a reboot.
 */
function hasOrphanedGroup({ pid }: ProcessRecord, data: string): boolean {
  if (process.platform !== 'linux' || isRunning(pid)) return false
  return listFolder('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((id) => groupOnLinux(id) === pid && isBelow(data, folderOnLinux(id)))
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`)
}

function readPidFiles(runDir: string): ProcessRecord[] {
  return listFolder(runDir)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => parsePidFile(join(runDir, file)))
}

function parsePidFile(path: string): ProcessRecord[] {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8'))
    return typeof record.pid === 'number' && typeof record.name === 'string' ? [record] : []
  } catch {
    // A launcher killed while writing leaves a truncated file, which is ignored.
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

function pidFilePath(runDir: string, name: string): string {
  return join(runDir, `${name}.json`)
}

/** Returns the start time of a process, in a system-dependent unit; undefined if it has exited. */
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
  return statOnLinux(String(pid))[19]
}

/** Returns the process group of a process that has not exited. */
function groupOnLinux(id: string): number {
  return Number(statOnLinux(id)[2])
}

/**
 * Returns the fields of a process after its name in parentheses, which may contain spaces: state, parent, group and, as
 * the twentieth, the start time. Empty if the process has exited.
 */
function statOnLinux(id: string): string[] {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? [] : fields
  } catch {
    return []
  }
}

/** Returns the working folder of a process; empty if it has exited or belongs to another user. */
function folderOnLinux(id: string): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`)
  } catch {
    return ''
  }
}
