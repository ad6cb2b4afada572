import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import webpack, { type Compiler, type Module } from 'webpack'
import { ROOT } from '../release/paths.ts'

const COPIES = path.join(ROOT, 'node_modules/.cache/inkproof-federation')
const GENERATED_ENTRY = /[\\/]\.federation[\\/]entry\.\w+\.js$/

/**
 * Gives the modules that the federation plugin generates names and ids without absolute paths. webpack derives module ids
 * and the order of modules from the names, so that otherwise the same sources would give other files in each folder.
 */
export class FederationNamesPlugin {
  private readonly part: string

  /** `part` is the federation name of the part. */
  constructor(part: string) {
    this.part = part
  }

  apply(compiler: Compiler): void {
    new webpack.NormalModuleReplacementPlugin(GENERATED_ENTRY, (resource: { request: string }) => {
      resource.request = copyEntry(resource.request, this.part)
    }).apply(compiler)
    compiler.hooks.compilation.tap('federation-names', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('federation-names', (modules) => {
        for (const module of modules) {
          const id = idOf(module)
          if (id !== null) compilation.chunkGraph.setModuleId(module, id)
        }
      })
    })
  }
}

/** Returns the id of a generated module whose name contains an absolute path; null for all other modules. */
function idOf(module: Module): string | null {
  const [, kind] = /^(container entry|provide module) /.exec(module.identifier()) ?? []
  if (kind === 'container entry') return 'container'
  // These ids are not part of the output, but the ids of other modules are selected to differ from them.
  return kind === undefined ? null : module.libIdent({ context: '' })
}

/** Copies the generated entry, whose own name contains a hash of absolute paths, to a file named after the part. */
function copyEntry(file: string, part: string): string {
  mkdirSync(COPIES, { recursive: true })
  const copy = path.join(COPIES, `${part}.js`)
  // An unchanged file is left alone, because a watcher would build again and again.
  if (existsSync(copy) && readFileSync(copy).equals(readFileSync(file))) return copy
  // Two builds of the same part may run at the same time, so the file is replaced at once.
  copyFileSync(file, `${copy}.${process.pid}`)
  renameSync(`${copy}.${process.pid}`, copy)
  return copy
}
