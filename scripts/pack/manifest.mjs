/** Derives the package.json of a tarball from that of the workspace. */

/**
 * @param source the package's package.json in the workspace
 * @param repository the package.json of the repository, which has the license and the versions of Node.js
 * @param definition of `PUBLISHED`, with `entries` as a list and `exportedFiles` as the names of these files
 * @param versions the versions of packages that any package of ours depends on, by name
 */
export function createManifest(source, repository, definition, description, versions) {
  const { entries, main, bin, copied = [], peers = [], exportedFiles, exportedTypes } = definition
  const omitted = [...copied.map((prefix) => prefix.slice(0, -1)), ...peers]
  const dependencies = Object.entries(source.dependencies ?? {}).filter(
    ([name]) => !omitted.includes(name),
  )
  return {
    name: source.name,
    version: source.version,
    description,
    license: repository.license,
    type: 'module',
    sideEffects: false,
    engines: repository.engines,
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([name, { path }]) => [name, path])),
    }),
    exports: {
      ...(main && { '.': conditions(main) }),
      ...Object.fromEntries(entries.map((name) => [`./${name}`, conditions(name)])),
      ...Object.fromEntries(exportedFiles.map((name) => [`./${name}`, `./dist/${name}`])),
      ...Object.fromEntries(
        Object.entries(exportedTypes ?? {}).map(([name, types]) => [name, { types }]),
      ),
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(dependencies),
    ...(peers.length > 0 && {
      peerDependencies: Object.fromEntries(peers.map((name) => [name, `^${versions[name]}`])),
    }),
  }
}

function conditions(name) {
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}
