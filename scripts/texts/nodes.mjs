import ts from 'typescript'

/** Returns the text of JSX, a string or a template, whose values are written `{}`; undefined for other nodes. */
export function textOf(node) {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
}

/** The name of a property as it is written in an object, without quotes; '' for a spread. */
export function propertyName({ name }) {
  return name?.getText().replaceAll(/['"]/g, '') ?? ''
}

/** Whether a string is a key, the name of a property or an operand of a comparison, and so is never shown. */
export function isKeyOrOperand(node) {
  const { parent } = node
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true
  return ts.isBinaryExpression(parent) && /^[=!]==$/.test(parent.operatorToken.getText())
}

/** Returns the names of the functions and variables whose declarations enclose a node, innermost first. */
export function enclosingDeclarationNames(node) {
  const names = []
  for (let current = node; current !== undefined; current = current.parent) {
    const isNamed = ts.isFunctionDeclaration(current) || ts.isVariableDeclaration(current)
    if (isNamed && current.name) names.push(current.name.getText())
  }
  return names
}
