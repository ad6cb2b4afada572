import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { offDebian, onPath, requireProgram } from './programs.ts'

const WANTED = {
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

test('finds a program on the PATH, in the order of its folders', () => {
  const [first, second] = [freshFolder(), freshFolder()]
  program(first, 'inkproof-trial-server')
  program(second, 'inkproof-trial-server')
  const found = onPath('inkproof-trial-server', { PATH: `${first}:${second}` })
  expect(found).toBe(join(first, 'inkproof-trial-server'))
})

test('ignores a file that is not executable', () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'inkproof-trial-server'), '', { mode: 0o644 })
  expect(onPath('inkproof-trial-server', { PATH: folder })).toBeUndefined()
})

test('uses a program that an earlier start unpacked, with its libraries', async () => {
  const tools = freshFolder()
  mkdirSync(join(tools, 'debian/usr/bin'), { recursive: true })
  program(join(tools, 'debian/usr/bin'), 'inkproof-trial-server')
  const context = { data: tools, tools, port: async () => 1, say: () => undefined, env: {} }
  const found = await requireProgram(context, WANTED)
  expect(found.path).toBe(join(tools, 'debian/usr/bin/inkproof-trial-server'))
  expect(found.env['LD_LIBRARY_PATH']).toContain(join(tools, 'debian/usr/lib'))
})

test('says what is missing, why, and the command that installs it on this system', () => {
  const folder = freshFolder()
  program(folder, 'brew')
  const { message } = offDebian({ env: { PATH: folder } }, WANTED)
  expect(message).toContain('inkproof-trial-server is unavailable: it is not on the PATH')
  expect(message).toContain(
    'To fix this: brew install trial-b; or run the whole system in containers',
  )
})

test('recommends the containers on a system without a known package manager', () => {
  const { message } = offDebian({ env: { PATH: freshFolder() } }, WANTED)
  expect(message).toContain('docker compose up')
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-programs-'))
  folders.push(folder)
  return folder
}

function program(folder: string, name: string): void {
  writeFileSync(join(folder, name), '#!/bin/sh\n')
  chmodSync(join(folder, name), 0o755)
}
