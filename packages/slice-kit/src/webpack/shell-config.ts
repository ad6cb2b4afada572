import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Configuration } from 'webpack'
import { baseConfig, cssLoaders } from './base.ts'
import { BuildRecordPlugin } from './build-record-plugin.ts'
import { providedVersions, sharedModules } from './shared.ts'
import { ThemeScriptPlugin } from './theme-script-plugin.ts'

/** The webpack configuration of the shell in `dir`: the host, which knows no slice when it is built. */
export function defineShellConfig(dir: string): Configuration {
  const base = baseConfig(dir, 'static/')
  const filename = 'static/[name].[contenthash:12].css'
  const css = {
    test: /\.css$/,
    use: [MiniCssExtractPlugin.loader, ...(cssLoaders() as object[])],
  }
  return {
    ...base,
    entry: { shell: './src/main.tsx' },
    output: { ...base.output, publicPath: '/', uniqueName: 'shell' },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), css] },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.DefinePlugin({ __SLICE__: JSON.stringify('shell') }),
      new MiniCssExtractPlugin({ filename, chunkFilename: filename }),
      new ThemeScriptPlugin('./src/theme.ts'),
      new ModuleFederationPlugin({
        name: 'shell',
        shared: sharedModules(dir, true),
        shareStrategy: 'loaded-first',
        dts: false,
        dev: false,
        manifest: false,
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
      new BuildRecordPlugin({
        entryChunk: 'shell',
        firstChunk: 'shell',
        facts: { provides: providedVersions(dir) },
      }),
    ],
  }
}
