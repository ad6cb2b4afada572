import type { Registry } from '@inkproof/slice/describe'
import { writeFirstScreens } from './first-screens.ts'
import { writePreloadLinks } from './preload-links.ts'
import { writeRegistry } from './registry.ts'

/**
 * Writes the preload links and first screens of a registry, and then the registry itself. `folder` is that of a variant, or
 * `out` for the live release.
 */
export async function writeRegistryFiles(
  out: string,
  registry: Registry,
  folder = out,
): Promise<void> {
  await writePreloadLinks(folder, registry.slices)
  await writeFirstScreens(out, registry.slices, folder)
  await writeRegistry(folder, registry)
}
