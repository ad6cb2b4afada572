import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Configuration, Stats } from 'webpack'
import { type BuiltSlice, readBuiltSlice } from '../release/built-slice.ts'
import { partPaths } from '../release/paths.ts'
import { devConfig } from './dev-config.ts'

/** What a watcher reports. Times are in milliseconds; `built` includes the reading of the output. */
export type WatchReport = {
  started(): void
  built(build: BuiltSlice, tookMs: number): void
  failed(errors: string): void
}

/** How long webpack waits for further changes: an editor or `git` writes several files at once. */
const AGGREGATE_MS = 20

/**
 * Builds a slice now and after each change of a file that it consists of, in this repository. Its output is in `output`, which
 * is emptied first. Returns a function that stops watching.
 */
export async function watchSlice(
  name: string,
  output: string,
  report: WatchReport,
): Promise<() => Promise<void>> {
  const { default: webpack } = await import('webpack')
  const file = pathToFileURL(path.join(partPaths(name).dir, 'webpack.config.mjs')).href
  const { default: config } = (await import(file)) as { default: Configuration }
  await rm(output, { recursive: true, force: true })
  const compiler = webpack(devConfig(config, output))
  if (compiler === null) throw new Error(`${file} configures nothing to build`)
  let startedAt = Date.now()
  let number = 0
  compiler.hooks.watchRun.tap('dev', () => {
    startedAt = Date.now()
    report.started()
  })
  const watching = compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, stats) => {
    if (error) report.failed(error.message)
    else if (stats?.hasErrors()) report.failed(errorsOf(stats))
    else {
      number++
      // Read at once, so that later builds do not change the files of a page that is being loaded.
      readBuiltSlice(name, `dev-${startedAt}-${number}`, output).then(
        (build) => report.built(build, Date.now() - startedAt),
        (failure: Error) => report.failed(failure.message),
      )
    }
  })
  return () =>
    new Promise((resolve) => {
      watching?.close(() => resolve())
    })
}

/** Returns the messages of a failed build, without the stack of the compiler's own native code. */
function errorsOf(stats: Stats): string {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false })
  return errors
    .map(({ moduleName = '', message }) => {
      const [explanation = message] = message.split(/\n+Caused by:/)
      return `${moduleName}\n${explanation.trim()}`.trim()
    })
    .join('\n\n')
}
