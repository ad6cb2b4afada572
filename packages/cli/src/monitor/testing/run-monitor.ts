/** Runs the command in this process, with a state file of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MonitorContext, runMonitor } from '../monitor-command.ts'
import type { TestChain } from './test-chain.ts'
import type { TestRecord } from './test-record.ts'

/** One line of `--json`. */
export type Line = Record<string, unknown> & { type: string; code?: string }

export function createMonitor(
  record: Pick<TestRecord, 'url'>,
  chain: Pick<TestChain, 'url'>,
  context: Partial<MonitorContext> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-monitor-'))
  const state = join(folder, 'state.json')
  const printed: Line[] = []
  const listeners = new Set<() => void>()
  return {
    folder,
    state,
    remove: () => rmSync(folder, { recursive: true }),
    /** Resolves when a line that matches has been printed. */
    line: async (matches: (line: Line) => boolean) => {
      while (!printed.some(matches)) await new Promise<void>((resolve) => listeners.add(resolve))
    },
    /** Runs `inkproof monitor` with these options. Returns the exit code and the lines that it printed. */
    run: async (...options: string[]) => {
      const lines: Line[] = []
      let errors = ''
      const code = await runMonitor(
        [record.url, '--rpc', chain.url, '--state', state, '--json', ...options],
        {
          out: (text) => {
            lines.push(JSON.parse(text))
            printed.push(JSON.parse(text))
            for (const listener of listeners) listener()
          },
          err: (text) => {
            errors += text
          },
          retryDelayMs: 1,
          ...context,
        },
      )
      return { code, lines, last: lines.at(-1), errors }
    },
  }
}
