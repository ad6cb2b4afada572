import type { Registry, Site } from '@inkproof/slice/describe'
import { exists } from './files.ts'
import { releasePaths } from './paths.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'
import { updateVariants } from './variants.ts'

/** Receives a line for each variant that ended. */
type Log = (line: string) => void

/** Sets the public settings of the installation; `offline` stays as it is unless `site` contains it. */
export async function writeSite(out: string, site: Site, log?: Log): Promise<void> {
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    const { offline } = registry.site
    const next = offline === undefined ? site : { offline, ...site }
    const hasRegistry = await exists(releasePaths(out).registry)
    const isSame = hasRegistry && JSON.stringify(registry.site) === JSON.stringify(next)
    // Also if nothing changed: an interrupted release may not have updated the variants.
    await (isSame ? updateVariants(out, log) : replaceSite(out, registry, next, log))
  })
}

/** Sets `site.offline`: `off` removes the service worker from every browser at its next visit, `on` restores it. */
export async function setOffline(setting: string, out: string, log?: Log): Promise<void> {
  if (setting !== 'on' && setting !== 'off')
    throw new Error(`--offline takes on or off, not "${setting}"`)
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    await replaceSite(out, registry, { ...registry.site, offline: setting === 'on' }, log)
  })
}

async function replaceSite(out: string, registry: Registry, site: Site, log?: Log): Promise<void> {
  await writeRegistry(out, { ...registry, site })
  await updateVariants(out, log)
}
