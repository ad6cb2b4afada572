import type { Compiler } from 'webpack'

/**
 * Adds the registry's hash to every script and stylesheet that the bundle loads later. The shell stores the hashes
 * by path in `globalThis.inkproofIntegrity`; a file without one is not loaded. (webpack-subresource-integrity fails
 * on federated builds.)
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
