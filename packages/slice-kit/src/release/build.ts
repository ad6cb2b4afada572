import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Configuration } from 'webpack'
import type { BuildRecord } from '../webpack/build-record-plugin.ts'
import { inputsHash } from './inputs.ts'
import { IS_OWN_REPOSITORY, partPaths } from './paths.ts'
import { buildUnlessCurrent } from './stamp.ts'

/** Builds a part into its `dist` unless the inputs are unchanged. Returns whether it was built. */
export async function buildPart(
  name: string,
  log: (line: string) => void = () => {},
): Promise<boolean> {
  const { dir, dist } = partPaths(name)
  const build = async () => {
    log(`building ${name} (the first build takes up to a minute on two cores)`)
    await runWebpack(dir)
    await prerender(name)
  }
  if (!IS_OWN_REPOSITORY) return buildUnlessCurrent(dist, inputsHash(name), build)
  await build()
  return true
}

/** Reads the record that a part's last build wrote for the release. */
export async function readBuild(name: string): Promise<BuildRecord> {
  const file = path.join(partPaths(name).dist, 'build.json')
  return JSON.parse(await readFile(file, 'utf8')) as BuildRecord
}

async function prerender(name: string): Promise<void> {
  const { facts } = await readBuild(name)
  const { prerenderFrame, prerenderSlice } = await import('../first-screen/prerender.ts')
  if (typeof facts['id'] === 'string') await prerenderSlice(name, facts['id'])
  else await prerenderFrame(name)
}

async function runWebpack(dir: string): Promise<void> {
  const { default: webpack } = await import('webpack')
  const file = pathToFileURL(path.join(dir, 'webpack.config.mjs')).href
  const { default: config } = (await import(file)) as { default: Configuration }
  const compiler = webpack(config)
  if (compiler === null) throw new Error(`${file} configures nothing to build`)
  const errors = await new Promise<string | null>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error)
      else resolve(stats?.hasErrors() ? stats.toString('errors-only') : null)
    })
  })
  // Closing writes the cache that makes the next build fast.
  await new Promise<void>((resolve) => compiler.close(() => resolve()))
  if (errors !== null) throw new Error(`${path.basename(dir)} does not build:\n${errors}`)
}
