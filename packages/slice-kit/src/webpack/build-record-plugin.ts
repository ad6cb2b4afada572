import type { Chunk, Compilation, Compiler } from 'webpack'
import { translationFiles } from './translations-plugin.ts'

type Facts = Record<string, unknown> & { paths?: readonly string[] }
type Options = { entryChunk: string; firstChunk: string; facts: Facts }

/** The build's output for the release, in `dist/build.json`. Files are relative to `dist`. */
export type BuildRecord = {
  /** The entry script: the shell's, or a slice's federation entry. */
  entry: string
  /** Stylesheets of the shell's frame. */
  styles: string[]
  /** Scripts needed by every page in addition to the entry. */
  preload: string[]
  /** The scripts of each page's chunk, by its name: the first segment of the paths for which they are preloaded. */
  pages: Record<string, string[]>
  /** The files of translations, by language. */
  texts: Record<string, string>
  /** A slice's description and required versions, or the versions that the shell provides. */
  facts: Facts
}

/** Writes the build record once every file has its final name. */
export class BuildRecordPlugin {
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
    compiler.hooks.thisCompilation.tap('build-record', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'build-record', stage }, () => {
        const record = JSON.stringify(this.record(compilation), null, 2)
        compilation.emitAsset('build.json', new RawSource(`${record}\n`))
      })
    })
  }

  private record(compilation: Compilation): BuildRecord {
    const { entryChunk, firstChunk, facts } = this.options
    const entryFiles = chunkFiles(compilation, entryChunk)
    const pages = [...compilation.namedChunks.keys()].filter(
      (name) => name !== entryChunk && name !== firstChunk && isPage(name, facts),
    )
    const entry = entryFiles.find(isScript)
    if (entry === undefined) throw new Error(`no script was built for the chunk ${entryChunk}`)
    return {
      entry,
      styles: entryFiles.filter((file) => file.endsWith('.css')),
      preload: groupFiles(compilation, firstChunk).filter(isScript),
      pages: Object.fromEntries(
        pages.map((name) => [name, groupFiles(compilation, name).filter(isScript)]),
      ),
      texts: translationFiles(compilation),
      facts,
    }
  }
}

function chunkFiles(compilation: Compilation, name: string): string[] {
  const chunk: Chunk | undefined = compilation.namedChunks.get(name)
  return chunk === undefined ? [] : [...chunk.files]
}

/** Returns the files of a chunk and of the chunks split from it, which are fetched together. */
function groupFiles(compilation: Compilation, name: string): string[] {
  const group = compilation.namedChunkGroups.get(name)
  return group === undefined ? [] : group.chunks.flatMap((chunk) => [...chunk.files])
}

/** Whether a chunk is named after a page. In a slice, other chunk names only group modules into one file. */
function isPage(name: string, { paths }: Facts): boolean {
  return paths === undefined || paths.some((path) => path.split('/')[1] === name)
}

function isScript(file: string): boolean {
  return file.endsWith('.js')
}
