/**
 * Removes a sixth of the router's production file, which a first visit would transfer without using it: the texts of its
 * warnings and failed assertions, functions that no part uses, and components that remain in the bundle only because of
 * their display names.
 */
import { parse } from 'acorn'

/** The functions that report a message, with the position of the message among their arguments. */
const MESSAGE_AT = { invariant: 1, warning: 1, warningOnce: 2 }

/** Prefetching requires the router's framework, the frame has its own error screen, and nothing is instrumented. */
const UNUSED = [
  'PrefetchPageLinks',
  'DefaultErrorComponent',
  'instrumentClientSideRouter',
  'getRouteInstrumentationUpdates',
]

export default function routerLoader(source) {
  const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module' })
  const edits = [...program.body.flatMap(editsOfStatement), ...messagesIn(program)]
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), source)
}

function editsOfStatement(statement) {
  const { type, start, end } = statement
  if (type === 'ExpressionStatement' && setsDisplayName(statement)) return [{ start, end, by: '' }]
  if (type === 'VariableDeclaration') return statement.declarations.flatMap(markAsPure)
  if (type !== 'FunctionDeclaration' || !UNUSED.includes(statement.id.name)) return []
  return [{ start: statement.body.start, end: statement.body.end, by: '{ return null }' }]
}

function setsDisplayName({ expression }) {
  return (
    expression.type === 'AssignmentExpression' && expression.left.property?.name === 'displayName'
  )
}

/** The calls that create components and contexts have no effects, so unused ones are dropped. */
function markAsPure({ init }) {
  if (init?.type !== 'CallExpression') return []
  return [{ start: init.start, end: init.start, by: '/* @__PURE__ */ ' }]
}

function messagesIn(node) {
  if (node.type === 'CallExpression' && node.callee.name in MESSAGE_AT) {
    const message = node.arguments[MESSAGE_AT[node.callee.name]]
    if (message !== undefined) return [{ start: message.start, end: message.end, by: '""' }]
  }
  const children = Object.values(node).flat()
  return children.filter((child) => typeof child?.type === 'string').flatMap(messagesIn)
}
