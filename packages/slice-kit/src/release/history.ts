import { readIfExists, replaceFile } from './files.ts'
import { releasePaths } from './paths.ts'
import { readLiveVersion, withReleaseLock } from './registry.ts'

/** The versions of one part that matter after its release. */
export type PartHistory = {
  /** Missing until a version has been released. */
  live?: string
  /** The version that was live before. */
  previous?: string
  /** The versions that were live before rollbacks, since the last release. While there are any, a start changes nothing. */
  rolledBack: string[]
  /** The versions that were published, such as for a preview, and have never been live. Missing if there are none. */
  neverLive?: string[]
}

/** Returns the history of each part below `out`; parts that were last released without one are missing. */
export async function readHistory(out: string): Promise<Record<string, PartHistory>> {
  const text = await readIfExists(releasePaths(out).history)
  return text === null ? {} : (JSON.parse(text) as Record<string, PartHistory>)
}

/** Whether a published version has been live. True for versions that were published before this was recorded. */
export async function wasLive(name: string, version: string, out: string): Promise<boolean> {
  return !(await readHistory(out))[name]?.neverLive?.includes(version)
}

/** Records that a version was published but is not live yet. */
export function recordPublished(name: string, version: string, out: string): Promise<void> {
  return changeHistory(name, out, (old) => ({
    ...old,
    neverLive: [...new Set([...(old.neverLive ?? []), version])],
  }))
}

/** Forgets versions whose files were deleted. Call it with the release lock. */
export function forgetVersions(name: string, versions: string[], out: string): Promise<void> {
  return writeChange(name, out, (old) => ({
    ...old,
    neverLive: old.neverLive?.filter((version) => !versions.includes(version)) ?? [],
  }))
}

/**
 * Makes a version live with `activate`, and records it. `isRollback` means that an operator selected a version that was
 * live before: it then stays live until the next release of this part.
 */
export async function activateAndRecord(
  { name, version, out, isRollback }: Activation,
  activate: () => Promise<void>,
): Promise<void> {
  const before = await findLiveVersion(name, out)
  await activate()
  await changeHistory(name, out, (old) => {
    const replaced = before === version ? undefined : before
    const previous = replaced ?? old.previous
    const rolledBack = isRollback ? addReplaced(old.rolledBack, replaced, version) : []
    const neverLive = old.neverLive?.filter((other) => other !== version) ?? []
    return { live: version, ...(previous && { previous }), rolledBack, neverLive }
  })
}

type Activation = { name: string; version: string; out: string; isRollback: boolean }

function addReplaced(versions: string[], replaced: string | undefined, live: string): string[] {
  const all = new Set([...versions, ...(replaced === undefined ? [] : [replaced])])
  all.delete(live)
  return [...all]
}

type Change = (old: PartHistory) => PartHistory

function changeHistory(name: string, out: string, change: Change): Promise<void> {
  return withReleaseLock(out, () => writeChange(name, out, change))
}

async function writeChange(name: string, out: string, change: Change): Promise<void> {
  const history = await readHistory(out)
  const { neverLive = [], ...next } = change(history[name] ?? { rolledBack: [] })
  const complete = { ...next, ...(neverLive.length > 0 && { neverLive }) }
  if (JSON.stringify(history[name]) === JSON.stringify(complete)) return
  const text = JSON.stringify({ ...history, [name]: complete }, null, 2)
  await replaceFile(releasePaths(out).history, text)
}

/** Returns the live version of a part: from the history or, for a slice released before the history existed, from the registry. */
export async function findLiveVersion(name: string, out: string): Promise<string | undefined> {
  const recorded = (await readHistory(out))[name]?.live
  return recorded ?? (await readLiveVersion(name, out)) ?? undefined
}
