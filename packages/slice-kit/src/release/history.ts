import { readIfExists, replaceFile } from './files.ts'
import { releasePaths } from './paths.ts'
import { readRegistry, withReleaseLock } from './registry.ts'

/** The versions of one part that matter after its release. */
export type PartHistory = {
  live: string
  /** The version that was live before. */
  previous?: string
  /** The versions that were live before rollbacks, since the last release. While there are any, a start changes nothing. */
  rolledBack: string[]
}

/** Returns the history of each part below `out`; parts that were last released without one are missing. */
export async function readHistory(out: string): Promise<Record<string, PartHistory>> {
  const text = await readIfExists(releasePaths(out).history)
  return text === null ? {} : (JSON.parse(text) as Record<string, PartHistory>)
}

/**
 * Makes a version live with `activate`, and records it. `isRollback` tells that an operator selected a published version:
 * it then stays live until the next release of this part.
 */
export async function activateAndRecord(
  { name, version, out, isRollback }: Activation,
  activate: () => Promise<void>,
): Promise<void> {
  const before = await liveVersion(name, out)
  await activate()
  await withReleaseLock(out, async () => {
    const history = await readHistory(out)
    const old: Omit<PartHistory, 'live'> = history[name] ?? { rolledBack: [] }
    const replaced = before === version ? undefined : before
    const previous = replaced ?? old.previous
    const rolledBack = isRollback ? addReplaced(old.rolledBack, replaced, version) : []
    const next = { live: version, ...(previous && { previous }), rolledBack }
    if (JSON.stringify(history[name]) === JSON.stringify(next)) return
    await replaceFile(
      releasePaths(out).history,
      JSON.stringify({ ...history, [name]: next }, null, 2),
    )
  })
}

type Activation = { name: string; version: string; out: string; isRollback: boolean }

function addReplaced(versions: string[], replaced: string | undefined, live: string): string[] {
  const all = new Set([...versions, ...(replaced === undefined ? [] : [replaced])])
  all.delete(live)
  return [...all]
}

async function liveVersion(name: string, out: string): Promise<string | undefined> {
  const recorded = (await readHistory(out))[name]?.live
  if (recorded !== undefined) return recorded
  return (await readRegistry(out)).slices.find((slice) => slice.package === name)?.version
}
