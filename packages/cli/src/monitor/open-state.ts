import { readFileSync } from 'node:fs'
import { fromUtf8 } from '@inkproof/proof/bytes'
import { type MonitorArguments, MonitorUsageError } from './arguments.ts'
import { messageOf } from './audit-entries.ts'
import { Unavailable } from './contradiction.ts'
import type { RecordFiles } from './record-files.ts'
import { type PinnedRecord, parseRecordPolicy } from './record-policy.ts'
import type { MonitorEvent } from './report.ts'
import { loadState, type MonitorState, newState, StateError } from './state-file.ts'

/**
 * Returns the stored state or, the first time, an empty one for the record of `--trust`. Without `--trust`, the first
 * check uses the policy that the record publishes, and reports it; later ones use the stored one.
 *
 * @throws StateError, MonitorUsageError; Unavailable when the record publishes no valid policy
 */
export async function openState({
  args,
  files,
  report,
}: {
  args: MonitorArguments
  files: RecordFiles
  report: (event: MonitorEvent) => void
}): Promise<MonitorState> {
  const trusted = args.trust === null ? undefined : readTrusted(args.trust)
  const stored = loadState(args.state)
  if (stored) {
    if (!trusted) return stored
    // A policy that the reader gives replaces the stored one, for example after a change of the record's key.
    if (stored.record.origin === trusted.origin) return { ...stored, record: trusted }
    throw new StateError(`${args.state} belongs to another record, ${stored.record.origin}.`)
  }
  if (trusted) return newState(trusted, args.fromBlock)
  const record = await readPublished(files)
  report({ type: 'pinned', record })
  return newState(record, args.fromBlock)
}

function readTrusted(path: string): PinnedRecord {
  try {
    return parseRecordPolicy(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new MonitorUsageError(`--trust ${path}: ${messageOf(error)}`)
  }
}

async function readPublished(files: RecordFiles): Promise<PinnedRecord> {
  const bytes = await files.readIfExists('policy.json')
  if (!bytes) throw new Unavailable('The record publishes no policy; use --trust.')
  try {
    return parseRecordPolicy(fromUtf8(bytes))
  } catch (error) {
    throw new Unavailable(`The record’s policy is invalid; use --trust. ${messageOf(error)}`)
  }
}
