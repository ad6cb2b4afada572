import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

test.each([
  ['150m', []],
  ['170m', ['reserve']],
])(
  'on a disk of %s, the reserve leaves enough space for calls that write',
  async (size, expected) => {
    expect(await filesOnDiskOf(size)).toEqual(expected)
  },
)

/** Keeps the reserve on a new disk of this size, in a mount namespace of its own. Returns the names of its files. */
async function filesOnDiskOf(size: string): Promise<string[]> {
  const script = `
    import { readdirSync } from 'node:fs'
    import { keepReserve } from '${join(import.meta.dirname, 'reserve.ts')}'
    const reserve = await keepReserve(process.argv[1], () => undefined)
    await reserve.stop()
    console.log(JSON.stringify(readdirSync(process.argv[1])))`
  const mount = `mount -t tmpfs -o size=${size} inkproof "$0"`
  const keep = `exec "${process.execPath}" --import tsx --input-type=module -e "$1" "$0"`
  const args = ['--map-root-user', '--mount', 'sh', '-c', `${mount} && ${keep}`, folder, script]
  return JSON.parse((await promisify(execFile)('unshare', args)).stdout)
}
