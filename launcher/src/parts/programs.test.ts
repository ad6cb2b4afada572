import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { findOnPath, missingProgram, requireProgram } from './programs.ts'

const SPEC = {
  command: 'inkproof-trial-server',
  packages: {
    debian: ['trial'],
    brew: 'trial-b',
    dnf: 'trial-d',
    pacman: 'trial-p',
    apk: 'trial-a',
  },
}

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('finds a program in the first folder of the PATH that has it', () => {
  const [first, second] = [freshFolder(), freshFolder()]
  writeProgram(first, 'inkproof-trial-server')
  writeProgram(second, 'inkproof-trial-server')
  const found = findOnPath('inkproof-trial-server', { PATH: `${first}:${second}` })
  expect(found).toBe(join(first, 'inkproof-trial-server'))
})

test('ignores a file that is not executable', () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'inkproof-trial-server'), '', { mode: 0o644 })
  expect(findOnPath('inkproof-trial-server', { PATH: folder })).toBeUndefined()
})

test('uses a program that an earlier run unpacked, with its libraries', async () => {
  const tools = freshFolder()
  mkdirSync(join(tools, 'debian/usr/bin'), { recursive: true })
  writeProgram(join(tools, 'debian/usr/bin'), 'inkproof-trial-server')
  const context = { data: tools, tools, port: async () => 1, print: () => undefined, env: {} }
  const found = await requireProgram(context, SPEC)
  expect(found.path).toBe(join(tools, 'debian/usr/bin/inkproof-trial-server'))
  expect(found.env['LD_LIBRARY_PATH']).toContain(join(tools, 'debian/usr/lib'))
})

test('the error names the missing program, the reason and the install command for this system', () => {
  const folder = freshFolder()
  writeProgram(folder, 'brew')
  const { message } = missingProgram({ env: { PATH: folder } }, SPEC)
  expect(message).toContain('inkproof-trial-server is unavailable: it is not on the PATH')
  expect(message).toContain(
    'To fix this: brew install trial-b; or run the whole system with Docker',
  )
})

test('recommends Docker on a system without a known package manager', () => {
  const { message } = missingProgram({ env: { PATH: freshFolder() } }, SPEC)
  expect(message).toContain('docker compose up')
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-programs-'))
  folders.push(folder)
  return folder
}

function writeProgram(folder: string, name: string): void {
  writeFileSync(join(folder, name), '#!/bin/sh\n')
  chmodSync(join(folder, name), 0o755)
}
