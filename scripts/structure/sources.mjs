/** The measured files: those that git tracks or would track, except generated and recorded ones. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import typescript from 'typescript'

export const ROOT = dirname(dirname(import.meta.dirname))

const MEASURED = /\.(tsx?|mjs|cjs|css)$|(^|\/)Dockerfile$/
// Recorded sources of an earlier release, and output of generators.
const EXCLUDED = /(^|\/)(generated|dist)\/|^e2e\/skew\/oldest\//

export function readSources() {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split('\n')
    .filter((path) => MEASURED.test(path) && !EXCLUDED.test(path) && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Tests, their helpers, the component gallery, and folders with only tests or measurements. */
export function isTest(path) {
  return /\.test\.tsx?$|(^|\/)(testing|test|gallery)\/|^(e2e|bench)\//.test(path)
}

/** Adds the syntax tree, if the file is TypeScript or JavaScript. */
export function parse({ path, text }) {
  if (!/\.(tsx?|mjs|cjs)$/.test(path)) return { path, text, tree: undefined }
  const kind = path.endsWith('x') ? typescript.ScriptKind.TSX : typescript.ScriptKind.TS
  const tree = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true, kind)
  return { path, text, tree }
}

/** Calls `visit` for every node; if it returns false, the node's children are skipped. */
export function walk(node, visit) {
  if (visit(node) === false) return
  node.forEachChild((child) => walk(child, visit))
}

export function finding({ path, tree }, position, what) {
  const line = tree.getLineAndCharacterOfPosition(position).line + 1
  return { where: `${path}:${line}`, what: what.replaceAll(/\s+/g, ' ').trim().slice(0, 120) }
}
