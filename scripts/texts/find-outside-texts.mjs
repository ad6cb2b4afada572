import ts from 'typescript'

/** Calls whose literals are messages of a catalogue, or are for developers. */
const EXEMPT_CALLS = new Set(['t', 'msg', 'rich', 'plural', 'cx', 'cva'])
const EXEMPT_TAGS = new Set(['code', 'kbd', 'pre'])
/** Attributes that are shown or read aloud; the others name things. */
const SHOWN =
  /^(title|label|lead|eyebrow|hint|alt|placeholder|description|aria-(label|description))$/
/** Attributes whose words are for the browser. */
const NOT_SHOWN =
  /^(className|class|id|d|style|href|to|src|sizes|rel|allow|sandbox|viewBox|autoComplete)$/
/** Two words or more, or one that starts like a label. */
const SENTENCE = /^[A-Z][a-z]+[^A-Z_/]*$|^[A-Z][a-z’']+[.,;:]? \S|^[A-Za-z’']+ ([A-Za-z’',]+ )+/
/** Words around a value, as in `${count} checked`; a path or a class name has none. */
const WORDS = /(^| )(of|[A-Za-z’]{3,})[.,;…]?( |$)/
const CODE = /[-/=#<>[]\w|\w[-/]/
/** Names, not words: keys, events, types, MIME names. */
const NAME =
  /^(Bearer|Escape|Enter|Tab|Home|End|Arrow\w+|Page(Up|Down)|All|Inkproof|Files|https:\/\/)$/

/**
 * Finds texts in a source file that people would read and that are in no catalogue: `{ file, line, text }`.
 * `functions` lists further functions that take a message. Messages of thrown `Error`s, logs and metrics are for
 * developers and not counted: no screen shows them.
 */
export function findOutsideTexts(file, text, functions = {}) {
  const found = []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, kind)
  visit(source)
  return found

  function visit(node) {
    if (isExempt(node) || isCallOf(node, functions)) return
    const shown = shownText(node)
    if (shown !== null) found.push({ file, line: lineOf(node), text: shown })
    ts.forEachChild(node, visit)
  }

  function lineOf(node) {
    return source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  }
}

/** A call of a function whose message the catalogue takes (`extract-messages.mjs`). */
function isCallOf(node, functions) {
  return ts.isCallExpression(node) && Object.hasOwn(functions, node.expression.getText())
}

function isExempt(node) {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node)) return true
  if (ts.isNewExpression(node))
    return /Error$|^(Counter|Gauge|Histogram)$/.test(node.expression.getText())
  if (ts.isJsxElement(node)) return EXEMPT_TAGS.has(node.openingElement.tagName.getText())
  if (ts.isPropertyAssignment(node)) return false
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  const name = ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : expression.getText()
  return EXEMPT_CALLS.has(name) || /^(\w+\.)?log\.\w+$/.test(expression.getText())
}

function shownText(node) {
  if (ts.isJsxText(node)) return jsxText(node)
  if (!isLiteral(node) || isName(node)) return null
  const text = literalText(node)
  if (NAME.test(text) || !hasWord(text)) return null
  if (ts.isJsxAttribute(node.parent)) {
    const name = node.parent.name.getText()
    if (SHOWN.test(name)) return text
    if (NOT_SHOWN.test(name)) return null
  }
  return isSentence(node, text) ? text : null
}

function isSentence(node, text) {
  if (!ts.isTemplateExpression(node)) return SENTENCE.test(text) && /[a-z]{3}/i.test(text)
  const chunks = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
  return (
    chunks.some((chunk) => WORDS.test(chunk.text)) &&
    !chunks.some(({ text: one }) => CODE.test(one))
  )
}

function isLiteral(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function literalText(node) {
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : node.text
}

function hasWord(text) {
  return /[A-Za-z]{2}/.test(text)
}

/** Compared with, used as a key, or the name of a class or element. */
function isName(node) {
  const { parent } = node
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true
  return ts.isBinaryExpression(parent) && /^[=!]==$/.test(parent.operatorToken.getText())
}

function jsxText(node) {
  const text = node.text.trim()
  return hasWord(text) && !NAME.test(text) ? text : null
}
