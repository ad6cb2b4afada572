/**
 * For modules of declarations only, such as schemas: marks their calls as pure, so that a bundle has just those
 * declarations that it uses. A schema is made by nested calls, and one that is not marked keeps all the others.
 */
import { parse } from 'acorn'

const PURE = '/* @__PURE__ */ '

export default function pureLoader(source) {
  const starts = new Set()
  collect(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), starts)
  return [...starts]
    .sort((a, b) => b - a)
    .reduce((text, at) => text.slice(0, at) + PURE + text.slice(at), source)
}

/** Where calls begin that run as the module is loaded. What a function calls may well have an effect. */
function collect(node, starts) {
  if (/Function|ClassBody/.test(node.type)) return
  if (node.type === 'CallExpression' || node.type === 'NewExpression') starts.add(node.start)
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (typeof child?.type === 'string') collect(child, starts)
  }
}
