/**
 * A jest transform for files of npm packages: each becomes a module that re-exports what Node.js itself loads. A
 * package is then loaded once per worker instead of once per test file. Only for tests in
 * `main-realm-environment.mjs`, where packages and tests have the same `Error`, `Object` and `Date`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)
/** Tests see jest's own `require`, so a global symbol makes Node's `require` available to the generated modules. */
const REQUIRE = Symbol.for('inkproof.nativeRequire')
globalThis[REQUIRE] = require

/** Part of the cache key: the generated exports depend on this file, the installed packages and the Node.js version. */
const toolchainHash = [import.meta.filename, join(ROOT, 'node_modules/.package-lock.json')]
  .map((path) => readFileSync(path))
  .reduce(
    (hash, content) => hash.update(content),
    createHash('sha256').update(globalThis.process.version),
  )
  .digest('hex')

function getCacheKey(source, path, { supportsDynamicImport, supportsStaticESM }) {
  const inputs = [toolchainHash, path, source, supportsDynamicImport, supportsStaticESM]
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}

function process(source, path, { supportsDynamicImport, supportsStaticESM }) {
  // Only the global set-up and its imports are transformed without support for dynamic imports; Node.js loads them.
  if (!supportsDynamicImport) return { code: source }
  const native = `globalThis[Symbol.for('${REQUIRE.description}')](${JSON.stringify(path)})`
  if (!supportsStaticESM) return { code: `module.exports = ${native}` }
  const names = Object.keys(require(path))
  const locals = names.map((_, index) => `export${index}`)
  return {
    code: [
      `const native = ${native}`,
      ...names.map((name, index) => `const ${locals[index]} = native[${JSON.stringify(name)}]`),
      `export { ${names.map((name, index) => `${locals[index]} as ${JSON.stringify(name)}`)} }`,
    ].join('\n'),
  }
}

export default { getCacheKey, process }
