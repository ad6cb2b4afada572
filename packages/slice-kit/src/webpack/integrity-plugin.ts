import type { Compiler } from 'webpack'

/**
 * Every script and stylesheet the bundle brings in later carries the hash the registry gave for it.
 * The shell keeps the hashes by path in `globalThis.inkproofIntegrity`; a file without one is not loaded.
 * (webpack-subresource-integrity fails on federated builds.)
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime
    compiler.hooks.thisCompilation.tap('integrity', (compilation) => {
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation)
      createScript.tap('integrity', (source) => `${source}\n${integrityCode('script', 'url')}`)
    })
  }
}

function integrityCode(element: string, url: string): string {
  return `${element}.integrity = globalThis.inkproofIntegrity[new URL(${url}, location.href).pathname] || "sha256-unknown";
${element}.crossOrigin = "anonymous";`
}
