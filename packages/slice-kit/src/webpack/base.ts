import { createRequire } from 'node:module'
import path from 'node:path'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack, { type Configuration, type RuleSetRule } from 'webpack'
import { ROOT } from '../release/paths.ts'
import { IntegrityPlugin } from './integrity-plugin.ts'
import { withoutFallbacks } from './without-fallbacks.ts'

const KIT_FOLDER = import.meta.dirname
/** Loaders are those of this package, whatever a slice in its own repository has installed. */
const { resolve: kitModule } = createRequire(import.meta.url)

/** The shared configuration of the shell's and the slices' builds. `prefix` starts every file name. */
export function baseConfig(dir: string, prefix: string): Configuration {
  return {
    mode: 'production',
    target: ['web', 'es2022'],
    context: dir,
    devtool: false,
    output: {
      path: path.join(dir, 'dist'),
      clean: true,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 8000,
      hashFunction: 'xxhash64',
      filename: `${prefix}[name].[contenthash:8].js`,
      chunkFilename: `${prefix}[name].[contenthash:8].js`,
      assetModuleFilename: `${prefix}[name].[contenthash:8][ext]`,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      // webpack must not bundle and name workers itself: workerRule does, because their content security policy is set
      // by file name (see the README).
      parser: { javascript: { worker: false } },
      rules: [{ oneOf: [workerRule(prefix), declarationsRule(), scriptRule()] }],
    },
    plugins: [
      new IntegrityPlugin(),
      new webpack.NormalModuleReplacementPlugin(
        /lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/,
        path.resolve(KIT_FOLDER, '../shared/icon.mjs'),
      ),
    ],
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      realContentHash: true,
      minimizer: [scriptMinimizer()],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(ROOT, 'node_modules/.cache/webpack'),
      name: path.basename(dir),
      buildDependencies: { kit: [`${KIT_FOLDER}/`, path.join(dir, 'package.json')] },
    },
  }
}

/**
 * Uses swc instead of terser, webpack's default: files are 1 % smaller when transferred, and minifying, which was most
 * of a build, takes a seventh of the CPU time. swc runs in its own threads, so it needs no worker process.
 */
function scriptMinimizer(): MinimizerPlugin {
  return new MinimizerPlugin({
    minify: {
      implementation: MinimizerPlugin.swcMinify,
      options: { compress: { passes: 5 }, mangle: true },
    },
    parallel: false,
  })
}

/** PostCSS with Tailwind, then css-loader with the given options. */
export function cssLoaders(options: Record<string, unknown> = {}): RuleSetRule['use'] {
  return [
    { loader: kitModule('css-loader'), options: { importLoaders: 1, ...options } },
    {
      loader: kitModule('postcss-loader'),
      options: {
        postcssOptions: {
          plugins: [
            [kitModule('@tailwindcss/postcss'), { optimize: { minify: true } }],
            withoutFallbacks,
          ],
        },
      },
    },
  ]
}

function workerRule(prefix: string): RuleSetRule {
  return {
    test: /worker\.ts$/,
    dependency: 'url',
    type: 'asset/resource',
    generator: { filename: `${prefix}[name].[contenthash:8].js` },
    use: [path.join(KIT_FOLDER, 'worker-loader.mjs')],
  }
}

/** Modules of the protocol only declare schemas and calls, without side effects. */
function declarationsRule(): RuleSetRule {
  return {
    test: /(?:packages[\\/]protocol[\\/]src|@inkproof[\\/]protocol[\\/]dist)[\\/].*\.[jt]s$/,
    use: [path.join(KIT_FOLDER, 'pure-loader.mjs'), SWC],
  }
}

function scriptRule(): RuleSetRule {
  return { test: /\.tsx?$/, exclude: /node_modules/, use: [SWC] }
}

const SWC = {
  loader: kitModule('swc-loader'),
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      // Not the development runtime: a slice built with it fails in a production shell.
      transform: { react: { runtime: 'automatic', development: false } },
      target: 'es2022',
    },
  },
}
