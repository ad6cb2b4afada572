/** Compiles the TypeScript sources of a package to JavaScript and type declarations, file by file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../parts/list.mjs'
import { COPIED_FOLDER, SOURCES } from './packages.mjs'

/**
 * Writes `files` and the modules that they import, directly or indirectly, below `outDir`. Modules of the packages in
 * `copied` are written to a folder of their own; those of other packages remain imports.
 *
 * @param sourceDir folder of the package's sources, absolute
 * @param files absolute paths of the modules to compile
 * @param copied prefixes of the modules to copy, of those in {@link SOURCES}
 * @throws Error with the compiler's messages
 */
export function compile(sourceDir, files, outDir, copied = []) {
  const program = ts.createProgram(files, compilerOptions(copied))
  const isWritten = (file) => outputPath(file.fileName, sourceDir, copied) !== undefined
  const diagnostics = [
    ...program.getOptionsDiagnostics(),
    ...program
      .getSourceFiles()
      .filter(isWritten)
      .flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
        ...program.getDeclarationDiagnostics(file),
      ]),
  ]
  if (diagnostics.length > 0) throw new Error(formatDiagnostics(diagnostics))
  for (const file of program.getSourceFiles().filter(isWritten)) {
    const from = outputPath(file.fileName, sourceDir, copied)
    const rewrite = rewriteImports((specifier) => importPath(specifier, from, copied))
    const write = (name, text) => {
      const extension = name.endsWith('.d.ts') ? '.d.ts' : '.js'
      const path = join(outDir, `${from}${extension}`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    program.emit(file, write, undefined, false, {
      before: [rewrite],
      afterDeclarations: [rewrite],
    })
  }
}

function compilerOptions(copied) {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ts.sys,
    ROOT,
  )
  return {
    ...options,
    noEmit: false,
    declaration: true,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    // Without these, copied modules would count as those of an installed package, which are not compiled.
    paths: Object.fromEntries(copied.map((prefix) => [`${prefix}*`, [`${SOURCES[prefix]}/*.ts`]])),
    outDir: join(ROOT, '.inkproof/unused'),
    newLine: ts.NewLineKind.LineFeed,
  }
}

/** Path of a module in the package, without an extension; undefined if it is not part of the package. */
function outputPath(fileName, sourceDir, copied) {
  const roots = [['', sourceDir], ...copied.map((prefix) => [COPIED_FOLDER, SOURCES[prefix]])]
  for (const [folder, root] of roots) {
    const path = relative(root, fileName)
    if (!path.startsWith('..') && !fileName.endsWith('.d.ts'))
      return join(folder, path)
        .replace(/\.tsx?$/, '')
        .replaceAll(sep, '/')
  }
  return undefined
}

/** Returns the specifier in the compiled module `from` for one of the source. */
function importPath(specifier, from, copied) {
  const prefix = copied.find((start) => specifier.startsWith(start))
  if (prefix) return relativePath(from, `${COPIED_FOLDER}/${specifier.slice(prefix.length)}.js`)
  return /^\.\.?\//.test(specifier) ? specifier.replace(/\.tsx?$/, '.js') : specifier
}

function relativePath(from, to) {
  const path = relative(dirname(from), to).replaceAll(sep, '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** A transformer that changes the specifier of every import, export, dynamic import and imported type. */
function rewriteImports(change) {
  return (context) => (root) => {
    const { factory } = context
    const visit = (node) => {
      const visited = ts.visitEachChild(node, visit, context)
      return ts.isStringLiteral(visited) && isSpecifier(node)
        ? factory.createStringLiteral(change(visited.text), true)
        : visited
    }
    return ts.visitNode(root, visit)
  }
}

function isSpecifier(node) {
  const { parent } = ts.getOriginalNode(node)
  if (!parent) return false
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent))
    return parent.moduleSpecifier !== undefined
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent)
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword
}

function formatDiagnostics(diagnostics) {
  return ts.formatDiagnostics(diagnostics, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => '\n',
  })
}
