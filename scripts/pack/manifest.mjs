/** Derives the package.json of a tarball from that of the workspace. */
import { COPIED } from './packages.mjs'

/**
 * @param source the package's package.json in the workspace
 * @param repository the package.json of the repository, which has the license and the versions of Node.js
 * @param entries the modules that other packages may import, without an extension
 */
export function createManifest(source, repository, { entries, main, bin }, description) {
  const copied = Object.keys(COPIED).map((prefix) => prefix.slice(0, -1))
  const dependencies = Object.entries(source.dependencies ?? {}).filter(
    ([name]) => !copied.includes(name),
  )
  return {
    name: source.name,
    version: source.version,
    description,
    license: repository.license,
    type: 'module',
    sideEffects: false,
    engines: repository.engines,
    ...(bin && { bin }),
    exports: {
      ...(main && { '.': conditions(main) }),
      ...Object.fromEntries(entries.map((name) => [`./${name}`, conditions(name)])),
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(dependencies),
  }
}

function conditions(name) {
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}
