/** Runs LibreOffice on this machine, each file in a sandbox of its own. */
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import type { Log } from '@inkproof/service-kit/log'
import { CONFIGURATION } from './configuration.ts'
import { findPrograms, type OfficePrograms, type OfficeSettings } from './find-programs.ts'
import { NOT_OFFERED, OFFERED, type StartedRunner } from './office-runner.ts'
import { runSandboxed, type SandboxedRun } from './run-sandboxed.ts'
import { checkArguments, conversionArguments } from './sandbox.ts'

export type LocalRunnerDeps = OfficeSettings & {
  /** How long a conversion may take. */
  limitMs: number
  /** How long the first start of LibreOffice may take. */
  checkMs: number
  log: Log
}

/** LibreOffice is looked for, and tried in a sandbox, when the process starts. */
export function createLocalRunner(deps: LocalRunnerDeps): StartedRunner {
  const { checkMs, limitMs, log } = deps
  const stopping = new AbortController()
  let found: { programs: OfficePrograms; version: string } | null = null
  let problem: string | null = null

  return [
    {
      version: async () => found?.version ?? null,
      run: async (file, type, signal) => {
        if (found === null) return { output: null, failure: 'cannot-start' }
        return runSandboxed({
          ...sandboxed(found.programs, limitMs),
          arguments: conversionArguments(found.programs, type, Math.ceil(limitMs / 1_000)),
          inputs: [file, CONFIGURATION],
          signal: AbortSignal.any([signal, stopping.signal]),
        })
      },
    },
    {
      name: 'office-files',
      isOptional: true,
      prepare: async () => {
        const search = await findPrograms(deps)
        const version = search.programs && (await tryOut(search.programs, checkMs, stopping.signal))
        if (search.programs === null) problem = search.problem
        else if (version === null) problem = NOT_ISOLATED
        else found = { programs: search.programs, version }
        if (found) log.info({ version }, OFFERED)
        else if (problem !== null) log.warn({ problem }, NOT_OFFERED)
      },
      check: async () => {
        if (problem !== null) throw new Error(problem)
      },
      close: async () => stopping.abort(),
    },
  ]
}

const NOT_ISOLATED =
  'bwrap cannot isolate LibreOffice from network and files: it needs user namespaces and a mountable /proc'

/** Returns the version of LibreOffice; null if it cannot be run in a sandbox. */
async function tryOut(programs: OfficePrograms, timeoutMs: number, signal: AbortSignal) {
  const { output } = await runSandboxed({
    ...sandboxed(programs, timeoutMs),
    arguments: checkArguments(programs, Math.ceil(timeoutMs / 1_000)),
    inputs: [],
    signal,
  })
  return output === null ? null : Buffer.from(output).toString().trim().slice(0, 200)
}

function sandboxed(
  programs: OfficePrograms,
  timeoutMs: number,
): Pick<SandboxedRun, 'program' | 'timeoutMs' | 'maxOutputBytes'> {
  return { program: programs.bubblewrap, timeoutMs, maxOutputBytes: MAX_DOCUMENT_BYTES }
}
