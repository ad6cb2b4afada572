import { createRequire } from 'node:module'
import path from 'node:path'
import { CONTRACT } from '@inkproof/slice/describe'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Configuration } from 'webpack'
import { baseConfig, cssLoaders } from './base.ts'
import { BuildRecordPlugin } from './build-record-plugin.ts'
import { FederationNamesPlugin } from './federation-names-plugin.ts'
import { providedVersions, sharedModules } from './shared.ts'
import { ShellPagePlugin } from './shell-page-plugin.ts'
import { TranslationsPlugin } from './translations-plugin.ts'

/** The webpack configuration of the shell in `dir`: the federation host. No slice is known at build time. */
export function defineShellConfig(dir: string): Configuration {
  const base = baseConfig(dir, 'static/')
  const filename = 'static/[name].[contenthash:8].css'
  const css = {
    test: /\.css$/,
    use: [MiniCssExtractPlugin.loader, ...(cssLoaders() as object[])],
  }
  const router = {
    test: /react-router[\\/]dist[\\/]production[\\/]chunk-[^\\/]*\.mjs$/,
    use: [path.join(import.meta.dirname, 'router-loader.mjs')],
  }
  return {
    ...base,
    entry: { shell: './src/main.tsx' },
    output: { ...base.output, publicPath: '/', uniqueName: 'shell' },
    // The page contains the hash of each file, so a first visit pays for each chunk that webpack would split off.
    optimization: { ...base.optimization, splitChunks: false },
    resolve: { ...base.resolve, alias: originalPackages(dir) },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), css, router] },
    plugins: [
      ...(base.plugins ?? []),
      new MiniCssExtractPlugin({ filename, chunkFilename: filename }),
      ...withoutUnusedFederation(),
      new ShellPagePlugin({
        page: 'src/index.html',
        beforePaint: 'src/before-paint.ts',
        worker: 'src/offline/service-worker.ts',
      }),
      new FederationNamesPlugin('shell'),
      new ModuleFederationPlugin({
        name: 'shell',
        shared: sharedModules(dir, true),
        shareStrategy: 'loaded-first',
        dts: false,
        dev: false,
        manifest: false,
        // Does what `experiments.provideExternalRuntime` does, but as an ES module: its CommonJS form would bundle
        // the whole federation runtime a second time.
        runtimePlugins: [externalRuntimePlugin()],
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      new TranslationsPlugin('static/'),
      new BuildRecordPlugin({
        entryChunk: 'shell',
        firstChunk: 'shell',
        facts: { provides: { contract: CONTRACT, packages: providedVersions(dir) } },
      }),
    ],
  }
}

/** Aliases by which the modules of shared/ find the packages they replace. */
function originalPackages(dir: string): Record<string, string> {
  const require = createRequire(path.join(dir, 'package.json'))
  const router = path.join(path.dirname(require.resolve('react-router')), '../production')
  const query = path.dirname(require.resolve('@tanstack/react-query/package.json'))
  return {
    'query-production$': path.join(query, 'build/modern/index.js'),
    'router-production$': path.join(router, 'index.mjs'),
    'router-dom-production$': path.join(router, 'dom-export.mjs'),
    'federation-snapshots-disabled$': path.join(
      federationRuntime(),
      'plugins/snapshot/disabled.js',
    ),
  }
}

/** Removes parts of the federation runtime that the shell never uses: 2 KB transferred on every first visit. */
function withoutUnusedFederation(): webpack.NormalModuleReplacementPlugin[] {
  const replacements = {
    'runtime-core/dist/utils/preload.js': 'no-preload.mjs',
    'runtime-core/dist/plugins/snapshot/SnapshotHandler.js': 'no-snapshots.mjs',
    'error-codes/dist/desc.mjs': 'no-error-descriptions.mjs',
  }
  return Object.entries(replacements).map(
    ([module, replacement]) =>
      new webpack.NormalModuleReplacementPlugin(
        new RegExp(`${module.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`),
        path.resolve(import.meta.dirname, '../shared', replacement),
      ),
  )
}

/** The folder of the federation runtime's modules. */
function federationRuntime(): string {
  const kit = createRequire(import.meta.url)
  const enhanced = createRequire(kit.resolve('@module-federation/enhanced'))
  const runtime = createRequire(enhanced.resolve('@module-federation/runtime'))
  return path.dirname(runtime.resolve('@module-federation/runtime-core'))
}

function externalRuntimePlugin(): string {
  const kit = createRequire(import.meta.url)
  const enhanced = createRequire(kit.resolve('@module-federation/enhanced'))
  const plugin = enhanced.resolve('@module-federation/inject-external-runtime-core-plugin')
  return plugin.replace(/\.cjs$/, '.js')
}
