import path from 'node:path'
import { ROOT } from '../release/paths.ts'
import { type DevelopOptions, develop } from './develop.ts'
import type { AtEnd } from './until-signal.ts'

/**
 * Starts {@link develop} and resolves as soon as pages are served, while builds continue; registers with `atEnd` how to stop it.
 *
 * @throws Error as {@link develop} does
 */
export async function developSlice(
  options: Omit<DevelopOptions, 'output'>,
  atEnd: AtEnd,
): Promise<void> {
  const { name, log } = options
  const gateway = new URL(options.gateway).origin
  const output = path.join(ROOT, '.inkproof/dev', name)
  const development = await develop({ ...options, gateway, output })
  atEnd(() => development.stop())
  log(`${name} from its sources: ${development.origin}; press Ctrl-C to stop`)
}
