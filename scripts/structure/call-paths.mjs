/**
 * Counts occurrences of call paths in the sources (without tests) of shell, slices, services and packages:
 *
 * - a string or template literal that contains a path below a service's prefix, such as `/api/v1/certificates`, whether
 *   it begins the literal or follows an origin. `/api/` and `/api/auth` alone do not count;
 * - such a path in a comment of packages/protocol;
 * - a route: `anything.get|post|put|patch|delete|all('/…', handler, …)` in a service.
 *
 * A definition is a literal that is the value of a property called `path` in packages/protocol. If each call is defined
 * once, the only occurrences are the definitions.
 */
import typescript from 'typescript'
import { finding, walk } from './sources.mjs'

const MEASURED = /^(shell|mfe-[^/]+|svc-[^/]+|packages)\//
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'all'])

export function callPaths(sources) {
  return sources.filter(({ path, tree }) => tree && MEASURED.test(path)).flatMap(findPaths)
}

export function callPathDefinitions(sources) {
  return sources
    .filter(({ path, tree }) => tree && path.startsWith('packages/protocol/'))
    .flatMap((source) =>
      findLiterals(source)
        .filter(isDefinition)
        .map((node) => toFinding(source, node)),
    )
}

function findPaths(source) {
  const comments = source.path.startsWith('packages/protocol/') ? findCommentPaths(source) : []
  const routes = source.path.startsWith('svc-') ? findRoutePaths(source) : []
  return [...findLiterals(source).map((node) => toFinding(source, node)), ...comments, ...routes]
}

function findLiterals({ tree }) {
  const found = []
  walk(tree, (node) => {
    if (containsCallPath(node)) found.push(node)
  })
  return found
}

function containsCallPath(node) {
  if (typescript.isStringLiteralLike(node)) return /\/api\/\w+\//.test(node.text)
  if (typescript.isTemplateTail(node)) return !isType(node) && /\/api\/\w+\//.test(node.text)
  // A template continues after its head, possibly with the rest of the path.
  const continues = typescript.isTemplateHead(node) || typescript.isTemplateMiddle(node)
  return continues && !isType(node) && /\/api\/(\w+\/|\w*$)/.test(node.text)
}

function isType({ parent }) {
  return (
    typescript.isTemplateLiteralTypeNode(parent) || typescript.isTemplateLiteralTypeSpan(parent)
  )
}

function isDefinition(node) {
  const { parent } = node
  return typescript.isPropertyAssignment(parent) && parent.name.getText() === 'path'
}

function findCommentPaths(source) {
  const comments = [...source.text.matchAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm)]
  return comments.flatMap(({ 0: text, index }) =>
    [...text.matchAll(/\/api\/\w+\//g)].map((match) =>
      finding(source, index + match.index, `comment ${match[0]}`),
    ),
  )
}

function findRoutePaths(source) {
  const found = []
  walk(source.tree, (node) => {
    if (!typescript.isCallExpression(node) || node.arguments.length < 2) return
    const [first] = node.arguments
    const isRoute =
      typescript.isPropertyAccessExpression(node.expression) &&
      METHODS.has(node.expression.name.text)
    const isPath = typescript.isStringLiteralLike(first) && /^\/(?!api\/)/.test(first.text)
    if (isRoute && isPath) found.push(toFinding(source, first))
  })
  return found
}

function toFinding(source, node) {
  return finding(source, node.getStart(), node.getText())
}
