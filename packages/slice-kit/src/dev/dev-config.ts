import type { Configuration, FileCacheOptions } from 'webpack'

/**
 * Derives the configuration for fast rebuilds from that of a release: the same modules, shared packages and chunks, but
 * not minified and with readable names. It stays in production mode, because a slice built with the development runtime
 * of React fails in the shell. Source maps are files, because the policy of pages forbids `eval`.
 *
 * @param output folder of the output, absolute
 */
export function devConfig(config: Configuration, output: string): Configuration {
  const cache = ownCache(config)
  return {
    ...config,
    devtool: 'cheap-module-source-map',
    output: { ...config.output, path: output },
    optimization: {
      ...config.optimization,
      minimize: false,
      realContentHash: false,
      concatenateModules: false,
      mangleExports: false,
      usedExports: false,
      innerGraph: false,
      moduleIds: 'named',
      chunkIds: 'named',
    },
    ...(cache !== null && { cache }),
  }
}

/** Returns the cache under a name of its own: a release must not reuse what was built with these settings. */
function ownCache({ cache }: Configuration): FileCacheOptions | null {
  if (typeof cache !== 'object' || cache.type !== 'filesystem') return null
  return { ...cache, name: `${cache.name}-dev` }
}
