import { createRequire } from 'node:module'
import path from 'node:path'
import type { SliceDescription } from '@inkproof/slice/describe'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import webpack, { type Configuration } from 'webpack'
import { baseConfig, cssLoaders } from './base.ts'
import { BuildRecordPlugin } from './build-record-plugin.ts'
import { requiredRanges, sharedModules } from './shared.ts'

/** The federation name of a slice: also the global its entry script sets. */
export function containerName(id: string): string {
  return `mfe_${id}`
}

/** The webpack configuration of the slice in `dir`, which exposes `src/slice.tsx`. */
export function defineSliceConfig(dir: string, description: SliceDescription): Configuration {
  const name = containerName(description.id)
  const base = baseConfig(dir, '')
  const rules = [...(base.module?.rules ?? []), { test: /\.css$/, use: adoptedCss() }]
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath: 'auto', uniqueName: name },
    module: { ...base.module, rules },
    resolve: { ...base.resolve, alias: { 'bundler-runtime': bundlerRuntime() } },
    // What every page of the slice needs stays in one file. A small shared piece stands in each file that
    // needs it: on its own it would cost every page of the product its hash.
    optimization: {
      ...base.optimization,
      splitChunks: {
        chunks: (chunk) => chunk.name !== 'slice' && chunk.name !== name,
        minSize: 60_000,
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(
        /webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/,
        path.resolve(import.meta.dirname, '../shared/container-runtime.mjs'),
      ),
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
          // The shell's federation runtime is taken: 17 KB less in every slice.
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
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

/** Where the parts of the federation's bundler runtime stand of which container-runtime.mjs is made. */
function bundlerRuntime(): string {
  const kit = createRequire(import.meta.url)
  const enhanced = createRequire(kit.resolve('@module-federation/enhanced'))
  return path.dirname(enhanced.resolve('@module-federation/webpack-bundler-runtime'))
}
