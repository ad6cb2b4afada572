/**
 * Places that name the path of a call, in the sources (no tests) of shell, slices, services and packages:
 *
 * - a string or template literal that contains a path below a service's prefix, such as `/api/v1/certificates`, whether
 *   it begins the literal or follows an origin. `/api/` and `/api/auth` alone name no call;
 * - a comment row of packages/protocol that names such a path (each occurrence counts);
 * - a route: `anything.get|post|put|patch|delete|all('/…', handler, …)` in a service.
 *
 * A definition is a literal that is the value of a property called `path` in packages/protocol. Once each call is
 * defined once, the places are the definitions and no more.
 */
import typescript from 'typescript'
import { finding, walk } from './sources.mjs'

const MEASURED = /^(shell|mfe-[^/]+|svc-[^/]+|packages)\//
const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'all'])

export function callPaths(sources) {
  return sources.filter(({ path, tree }) => tree && MEASURED.test(path)).flatMap(placesIn)
}

export function callPathDefinitions(sources) {
  return sources
    .filter(({ path, tree }) => tree && path.startsWith('packages/protocol/'))
    .flatMap((source) =>
      literalsIn(source)
        .filter(isDefinition)
        .map((node) => place(source, node)),
    )
}

function placesIn(source) {
  const comments = source.path.startsWith('packages/protocol/') ? commentPlaces(source) : []
  const routes = source.path.startsWith('svc-') ? routePlaces(source) : []
  return [...literalsIn(source).map((node) => place(source, node)), ...comments, ...routes]
}

function literalsIn({ tree }) {
  const found = []
  walk(tree, (node) => {
    if (isNamed(node)) found.push(node)
  })
  return found
}

function isNamed(node) {
  if (typescript.isStringLiteralLike(node)) return /\/api\/\w+\//.test(node.text)
  if (typescript.isTemplateTail(node)) return !isType(node) && /\/api\/\w+\//.test(node.text)
  // A template goes on after its head, maybe with the rest of the path.
  const isCut = typescript.isTemplateHead(node) || typescript.isTemplateMiddle(node)
  return isCut && !isType(node) && /\/api\/(\w+\/|\w*$)/.test(node.text)
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

function commentPlaces(source) {
  const comments = [...source.text.matchAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm)]
  return comments.flatMap(({ 0: text, index }) =>
    [...text.matchAll(/\/api\/\w+\//g)].map((match) =>
      finding(source, index + match.index, `comment ${match[0]}`),
    ),
  )
}

function routePlaces(source) {
  const found = []
  walk(source.tree, (node) => {
    if (!typescript.isCallExpression(node) || node.arguments.length < 2) return
    const [first] = node.arguments
    const isVerb =
      typescript.isPropertyAccessExpression(node.expression) && VERBS.has(node.expression.name.text)
    const isPath = typescript.isStringLiteralLike(first) && /^\/(?!api\/)/.test(first.text)
    if (isVerb && isPath) found.push(place(source, first))
  })
  return found
}

function place(source, node) {
  return finding(source, node.getStart(), node.getText())
}
