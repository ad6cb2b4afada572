/** Packs a folder with npm. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packs a folder into a tarball, without running its scripts. Returns the tarball's path.
 *
 * @throws Error with npm's message
 */
export function npmPack(folder, destination) {
  const args = ['pack', folder, '--pack-destination', destination, '--json', '--ignore-scripts']
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', cwd: destination })
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
  const [{ filename }] = JSON.parse(stdout)
  const tarball = join(destination, filename)
  if (!existsSync(tarball)) throw new Error(`npm pack did not write ${tarball}`)
  return tarball
}
