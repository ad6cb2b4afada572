import { createRequire } from 'node:module'
import path from 'node:path'
import type { SliceDescription } from '@inkproof/slice/describe'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import webpack, { type Configuration } from 'webpack'
import { baseConfig, cssLoaders } from './base.ts'
import { BuildRecordPlugin } from './build-record-plugin.ts'
import { FederationNamesPlugin } from './federation-names-plugin.ts'
import { requiredRanges, sharedModules } from './shared.ts'
import { TranslationsPlugin } from './translations-plugin.ts'

/** Returns the federation name of a slice, which is also the global variable that its entry script sets. */
export function containerName(id: string): string {
  return `mfe_${id.replaceAll('-', '_')}`
}

/** The webpack configuration of the slice in `dir`, which exposes `src/slice.tsx`. */
export function defineSliceConfig(dir: string, description: SliceDescription): Configuration {
  const name = containerName(description.id)
  const base = baseConfig(dir, '')
  const rules = [...(base.module?.rules ?? []), { test: /\.css$/, use: adoptedCss() }]
  return {
    ...base,
    entry: {},
    // Chunk names need no hash, because the version in their folder's name contains one. With hashes, slices.json and
    // the entries would transfer another 0.8 KB on every first visit.
    output: {
      ...base.output,
      chunkFilename: '[name].js',
      publicPath: 'auto',
      uniqueName: name,
    },
    module: { ...base.module, rules },
    resolve: { ...base.resolve, alias: { 'bundler-runtime': bundlerRuntime() } },
    // Modules that all pages of the slice need are in one file. Smaller modules that several pages share are
    // duplicated, because a separate file would add its hash to the HTML of every page of the product.
    optimization: {
      ...base.optimization,
      splitChunks: {
        chunks: (chunk) => chunk.name !== 'slice' && chunk.name !== name,
        minSize: 100_000,
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(
        /webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/,
        path.resolve(import.meta.dirname, '../shared/container-runtime.mjs'),
      ),
      new FederationNamesPlugin(name),
      new ModuleFederationPlugin({
        name,
        filename: 'entry.[contenthash:8].js',
        exposes: { './slice': { import: './src/slice.tsx', name: 'slice' } },
        shared: sharedModules(dir, false),
        shareStrategy: 'loaded-first',
        dts: false,
        dev: false,
        manifest: false,
        experiments: {
          asyncStartup: true,
          // Uses the shell's federation runtime, which saves 17 KB in every slice.
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
      new TranslationsPlugin(''),
      new BuildRecordPlugin({
        entryChunk: name,
        firstChunk: 'slice',
        facts: { name, ...description, requires: requiredRanges(dir) },
      }),
    ],
  }
}

function adoptedCss() {
  const loaders = cssLoaders({ exportType: 'css-style-sheet' })
  return [path.join(import.meta.dirname, 'adopt-loader.mjs'), ...(loaders as object[])]
}

/** The folder of the bundler runtime's modules that container-runtime.mjs consists of. */
function bundlerRuntime(): string {
  const kit = createRequire(import.meta.url)
  const enhanced = createRequire(kit.resolve('@module-federation/enhanced'))
  return path.dirname(enhanced.resolve('@module-federation/webpack-bundler-runtime'))
}
