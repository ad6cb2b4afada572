/** Gives a version to a share of visitors, and makes it live for all, or takes it back, depending on what browsers report. */
import { setTimeout as delay } from 'node:timers/promises'
import { readBrowserCounts } from './browser-counts.ts'
import {
  addIncrease,
  type Counts,
  type Decision,
  decide,
  newerReading,
  type Reading,
} from './canary-decision.ts'
import { removeCanaryFiles, renewCanary, startCanaryFiles } from './canary-files.ts'
import type { CanarySettings } from './canary-options.ts'
import { activateAndRecord } from './history.ts'
import { pruneVersions } from './prune.ts'
import { activateSlice } from './publish-slice.ts'
import { type PublishOptions, publishForVariant } from './publish-version.ts'
import { withReleaseLock } from './registry.ts'
import { createVariant, readVariant, removeVariant, type Variant } from './variants.ts'

const POLL_MS = 5000
/** A canary whose reports cannot be read for this long ends, because nobody would notice its failures. */
const UNREADABLE_MS = 60_000

export type CanaryRun = CanarySettings & {
  /** Where browsers send their reports. */
  origin: string
  /** Ends the canary. */
  signal: AbortSignal
  pollMs?: number
  unreadableMs?: number
}

/**
 * Publishes a slice and gives it to a share of visitors. Resolves once it is live for all.
 *
 * @param spec `mfe-x`, or `mfe-x@<version>` for a published version
 * @throws Error with the reason if it is not live: browsers reported failures, too few browsers reported, the reports could
 * not be read, the signal was aborted, another canary is running, or a release of this version would be refused
 */
export async function runCanary(
  spec: string,
  run: CanaryRun,
  options: PublishOptions,
): Promise<void> {
  const { out, log = () => {} } = options
  await requireReports(run.origin)
  const { name, version } = await publishForVariant(spec, options)
  const before = await readBrowserCounts(run.origin, name, version)
  const variant = await createVariant('canary', name, version, out)
  const canary = { variant, run, out, log }
  try {
    await withReleaseLock(out, async () => {
      throwIfInterrupted(canary)
      await startCanaryFiles(out, variant.id, run.percent)
    })
    const until = new Date(Date.now() + run.durationMs).toISOString()
    log(
      `${run.percent} % of visitors now get ${name} ${version}, until ${until}; press Ctrl-C to end this`,
    )
    const decision = await observe(canary, before)
    if (decision.kind !== 'passed')
      throw new Error(`${name}@${version} is not live: ${decision.reason}`)
    await makeLive(canary)
    log(`${name} ${version} is live for all visitors`)
  } finally {
    await removeCanaryFiles(out, variant.id)
    await withReleaseLock(out, () => removeVariant(variant.id, out))
  }
}

/** Before the tests, so that nobody waits for them in vain. */
async function requireReports(origin: string): Promise<void> {
  try {
    await readBrowserCounts(origin, '', '')
  } catch (error) {
    throw new Error(`${(error as Error).message}; --origin selects the installation`)
  }
}

type Canary = { variant: Variant; run: CanaryRun; out: string; log: (line: string) => void }

type End = Exclude<Decision, { kind: 'continue' }>

/** Extends the canary and reads the reports until there is a decision. */
async function observe(canary: Canary, before: Reading): Promise<End> {
  const { variant, run, log } = canary
  const { origin, signal, pollMs = POLL_MS, unreadableMs = UNREADABLE_MS } = run
  const endMs = Date.now() + run.durationMs
  let sum: Counts = { visits: 0, failures: 0 }
  let last = before
  let readMs = Date.now()
  for (;;) {
    const reason = await extend(canary)
    if (reason !== null) return ended(reason)
    try {
      const reading = await readBrowserCounts(origin, variant.package, variant.version)
      const counts = newerReading(last, reading)
      sum = addIncrease(sum, last, counts)
      if (counts.visits !== last.visits || counts.failures !== last.failures)
        log(`visits: ${sum.visits}, with failures: ${sum.failures}`)
      last = counts
      readMs = Date.now()
      const decision = decide(sum, run, readMs >= endMs)
      if (decision.kind !== 'continue') return decision
    } catch (error) {
      if (Date.now() - readMs > unreadableMs) return ended((error as Error).message)
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Extends the canary. Returns null, or why it has ended. */
async function extend({ variant, run, out }: Canary): Promise<string | null> {
  if (run.signal.aborted) return 'the canary was interrupted'
  if ((await readVariant(variant.id, out)) === null)
    return 'a release ended the canary; its output says why'
  const isExtended = await withReleaseLock(out, () => renewCanary(out, variant.id))
  return isExtended ? null : 'another canary has started'
}

function ended(reason: string): End {
  return { kind: 'undecided', reason }
}

function throwIfInterrupted({ variant, run }: Canary): void {
  const { package: name, version } = variant
  if (run.signal.aborted)
    throw new Error(`${name}@${version} is not live: the canary was interrupted`)
}

/** Makes the version live for all, unless another version of the slice became live during the canary. */
async function makeLive(canary: Canary): Promise<void> {
  const { variant, out, log } = canary
  const { package: name, version, replaces } = variant
  await activateAndRecord({ name, version, out, isRollback: false }, async () => {
    throwIfInterrupted(canary)
    await activateSlice(name, version, out, { log, replaces })
  })
  await pruneVersions(name, out)
}
