import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { waitFor } from '../process/wait.ts'
import { keepReserve, requireSpace } from './reserve.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkproof-reserve-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('explains in words that a disk is too full for a start, also if the folder does not exist yet', async () => {
  // This file system never has space.
  await expect(requireSpace('/proc/inkproof/data')).rejects.toThrow(
    'Inkproof cannot start: the disk of /proc/inkproof/data is full: 0 MB are left, and at least 96 MB are needed.\n' +
      '  To fix this: free space on that disk, or start with another folder: INKPROOF_DATA=… npm start',
  )
  await requireSpace(join(folder, 'new/data'))
})

test('keeps 64 MB of real space in reserve, and creates it again if it was deleted', async () => {
  const reserve = await keepReserve(folder, () => undefined)
  const path = join(folder, 'reserve')
  expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(64 * 2 ** 20)
  rmSync(path)
  await waitFor(async () => existsSync(path), { timeoutMs: 10_000, what: 'the reserve' })
  await reserve.stop()
  expect(readdirSync(folder)).toEqual(['reserve'])
})
