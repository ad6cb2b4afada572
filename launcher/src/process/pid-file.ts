/**
 * Pid files, by which the next launcher finds the processes that a killed one left behind. By then the process id may
 * belong to another process, so the start time is stored with it and must match.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Returns the recorded processes that are still running. */
export function readRunning(runDir: string): ProcessRecord[] {
  return readPidFiles(runDir).filter(isSameProcess)
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
  try {
    // The name in parentheses may contain spaces; the fields after it do not. State is the first of them, the start
    // time the twentieth.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
