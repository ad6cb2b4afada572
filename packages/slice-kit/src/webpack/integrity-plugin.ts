import type { Compiler } from 'webpack'

/**
 * Adds the integrity hash to every script that the bundle loads on demand. The shell stores the hashes by path in
 * `globalThis.inkproofIntegrity`; the browser refuses a script whose path is not listed.
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
