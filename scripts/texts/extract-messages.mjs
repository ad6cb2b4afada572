import ts from 'typescript'

/** Functions that take a message, and the index of this argument. */
const MESSAGE_FUNCTIONS = { t: 0, msg: 0, rich: 0, plural: 1 }

/**
 * Returns the messages of a source file, which of them are the `forms` of a plural (`one` or `other`, by message), and
 * the errors in its calls. `functions` lists further functions of a part in addition to those of packages/texts.
 */
export function extractMessages(file, text, functions = {}) {
  const positions = { ...MESSAGE_FUNCTIONS, ...functions }
  const messages = []
  const forms = new Map()
  const problems = []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  visit(source)
  return { messages, forms, problems }

  function visit(node) {
    if (
      (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
      Object.hasOwn(positions, nameOf(node.expression))
    )
      collect(node)
    ts.forEachChild(node, visit)
  }

  function collect(call) {
    const argument = call.arguments[positions[nameOf(call.expression)]]
    const found = literals(argument)
    if (found.length > 0) messages.push(...found)
    else problems.push(`${file}: no literal message in ${call.getText().slice(0, 60)}`)
    for (const [form, text] of formsOf(argument)) forms.set(text, form)
  }
}

function nameOf(expression) {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

/** The forms of a plural with their messages; nothing for another argument. */
function formsOf(argument) {
  if (argument === undefined || !ts.isObjectLiteralExpression(argument)) return []
  return argument.properties.flatMap(({ name, initializer }) =>
    literals(initializer).map((text) => [name.getText(), text]),
  )
}

/** Returns the texts of an argument: of a literal, of both branches of a condition, or of the forms of a plural. */
function literals(node) {
  if (node === undefined) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) return literalsOfAll([node.whenTrue, node.whenFalse])
  if (!ts.isObjectLiteralExpression(node)) return []
  return literalsOfAll(node.properties.map(({ initializer }) => initializer))
}

/** Returns no texts if a node has none, because its message would be missing from the catalogue. */
function literalsOfAll(nodes) {
  const found = nodes.map(literals)
  return found.some(({ length }) => length === 0) ? [] : found.flat()
}
