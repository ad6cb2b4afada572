/** Programs in place of LibreOffice. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a shell script that converts; returns its path. It has a version. */
export function writeProgram(folder: string, name: string, script: string): string {
  const path = join(folder, name, 'program/soffice')
  mkdirSync(join(folder, name, 'program'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n[ "$2" = --version ] && exec echo Stub\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

/** Whether a process of this machine has exactly this command line. */
export function isRunning(command: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((id) => {
      try {
        return (
          readFileSync(`/proc/${id}/cmdline`, 'latin1').split('\0').join(' ').trim() === command
        )
      } catch {
        return false
      }
    })
}
