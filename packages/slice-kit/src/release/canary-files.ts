/**
 * The files that tell the gateway which visitors get a canary, and when. `canary/<slot>` links to `canary/<id>` during one slot
 * of 10 seconds, and `canary/<id>/<group>` to the variant, for each group of visitors that gets it. A canary whose command
 * does not write the next slots has ended.
 */
import { randomInt } from 'node:crypto'
import { mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { exists } from './files.ts'
import { releasePaths } from './paths.ts'
import { readVariants, removeVariant } from './variants.ts'

/** As in gateway/templates/variants.conf.template. */
const SLOT_MS = 10_000
/** How long a canary lasts at most if its command is killed, and by how much the clock of the gateway may be ahead. */
const SLOTS_AHEAD = 5
/** By how much the clock of the gateway may be behind. */
const SLOTS_BEHIND = 5
/** As in gateway/templates/variants.conf.template: 00 to 99. */
const GROUPS = 100

/**
 * Gives a variant to `percent` of the visitors, beginning now. The groups are chosen at random, so that it is not always the same
 * visitors who test. Removes what a killed command has left. Call it with the release lock.
 *
 * @throws Error if another canary is running
 */
export async function startCanaryFiles(
  out: string,
  id: string,
  percent: number,
  nowMs = Date.now(),
): Promise<void> {
  const { canary } = releasePaths(out)
  if ((await readSlots(out)).some((slot) => slot >= slotOf(nowMs)))
    throw new Error(
      'another canary is running; there can be only one, because its failures would count for both',
    )
  await rm(canary, { recursive: true, force: true })
  for (const variant of await readVariants(out))
    if (variant.kind === 'canary' && variant.id !== id) await removeVariant(variant.id, out)
  await mkdir(path.join(canary, id), { recursive: true })
  const first = randomInt(GROUPS)
  for (let index = 0; index < percent; index++) {
    const group = String((first + index) % GROUPS).padStart(2, '0')
    await symlink(path.join('../../variants', id), path.join(canary, id, group))
  }
  await renewCanary(out, id, nowMs)
}

/**
 * Extends a canary to a minute from now. Does nothing for slots that exist. Call it with the release lock.
 *
 * @returns false if another canary has removed this one, which can happen if this command was suspended for a minute
 */
export async function renewCanary(out: string, id: string, nowMs = Date.now()): Promise<boolean> {
  const { canary } = releasePaths(out)
  if (!(await exists(path.join(canary, id)))) return false
  const current = slotOf(nowMs)
  const existing = await readSlots(out)
  for (let slot = current; slot <= current + SLOTS_AHEAD; slot++)
    if (!existing.includes(slot)) await symlink(id, path.join(canary, `${slot}`))
  for (const slot of existing.filter((old) => old < current - SLOTS_BEHIND))
    await rm(path.join(canary, `${slot}`), { force: true })
  return true
}

/** Ends a canary: its visitors get the live release with their next page. */
export async function removeCanaryFiles(out: string, id: string): Promise<void> {
  const { canary } = releasePaths(out)
  for (const slot of await readSlots(out)) {
    const link = path.join(canary, `${slot}`)
    if ((await readlink(link).catch(() => '')) === id) await rm(link, { force: true })
  }
  await rm(path.join(canary, id), { recursive: true, force: true })
}

async function readSlots(out: string): Promise<number[]> {
  const names = await readdir(releasePaths(out).canary).catch(() => [])
  return names.filter((name) => /^\d{1,15}$/.test(name)).map(Number)
}

function slotOf(timeMs: number): number {
  return Math.floor(timeMs / SLOT_MS)
}
