/**
 * For modules that contain only declarations, such as schemas: marks their calls as pure, so that a bundle contains
 * only the declarations that it uses. A schema is created by nested calls, and one unmarked call would include them
 * all.
 */
import { parse } from 'acorn'

const PURE = '/* @__PURE__ */ '

export default function pureLoader(source) {
  const starts = new Set()
  collect(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), starts)
  return [...starts]
    .sort((a, b) => b - a)
    .reduce((text, offset) => text.slice(0, offset) + PURE + text.slice(offset), source)
}

/** Collects the offsets of calls that run when the module is loaded. Calls inside functions may have effects. */
function collect(node, starts) {
  if (/Function|ClassBody/.test(node.type)) return
  if (node.type === 'CallExpression' || node.type === 'NewExpression') starts.add(node.start)
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (typeof child?.type === 'string') collect(child, starts)
  }
}
