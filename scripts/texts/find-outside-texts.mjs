import ts from 'typescript'
import { isKeyOrOperand, propertyName, textOf } from './nodes.mjs'

/** Calls whose literals are messages of a catalogue. */
const MESSAGE_FUNCTIONS = /^(t|msg|rich|plural)$/
/** Calls whose literals are class names, log lines, models, metrics, or the title of the API's description. */
const HIDDEN_CALLS =
  /^(cx|cva|addGauge|withOpenApiCall)$|\.model$|^(\w+\.)?(log|logger|console|process)\.\w+/
/** Classes of errors. A page may show an error's message, so in front ends, messages that are sentences count. */
const ERROR = /Error$/
/** Classes whose texts only operators read. */
const METRIC = /^(Counter|Gauge|Histogram)$/
/** Elements with verbatim content. */
const VERBATIM_TAGS = /^(code|kbd|pre|style)$/
/** Attributes and properties that are shown or read aloud. */
const VISIBLE =
  /^(label|title|lead|eyebrow|heading|headline|hint|placeholder|alt|description|summary|text|action|confirm|cancel|submit|message|subject|aria-(label|description|roledescription))$/
/** Attributes and declarations that users do not see. */
const HIDDEN =
  /class|^(id|d|styles?|variants?|sizes?|tones?|href|to|src|rel|allow|sandbox|viewBox|stroke|fill|autoComplete|font)$/i

/** A capitalized word, then another word: a sentence or a label. */
const SENTENCE = /^[^\p{L}]{0,2}\p{Lu}[\p{L}’'-]*[.,;:]? [\p{L}{$]/u
/** One capitalized word. */
const LABEL = /^\p{Lu}\p{Ll}+[^\p{Lu}_/]*$/u
const CAPITAL_WORD = /(^|\s)\P{L}?\p{Lu}\p{Ll}/u
const TWO_WORDS = /\p{L}{2,}[,;:’']? \p{L}+/u
const FOUR_WORDS = /(^|\s)\p{Ll}+[,;]? \p{L}+[,;]? \p{L}+[,;]? \p{Ll}+(?=[\s.,!?…]|$)/u
/** Words around a value, as in `${count} checked`; a path or a class name has none. */
const WORDS = /(^| )(of|[A-Za-z’]{3,})[.,;…]?( |$)/
const CODE = /[-/=#<>[]\w|\w[-/]/
/** Names, not words: keys, events, types, MIME names, the product. */
const NAME =
  /^(Bearer( \{\})?|Escape|Enter|Tab|Home|End|Arrow\w+|Page(Up|Down)|All|Inkproof|Files|https:\/\/)$/

/**
 * Finds texts in a source file that users would read and that are in no catalogue: `{ file, line, text, node }`. The
 * values of a template are written `{}`. `functions` lists further functions that take a message.
 *
 * In a front end, the message of an error counts if it begins with a capital; other messages are for developers.
 * In a service (`isService`), only texts that begin with a capital count; the others are reasons or log lines. Texts of
 * responses do not count ({@link isWireMessage}).
 */
export function findOutsideTexts(file, text, { functions = {}, isService = false } = {}) {
  const found = []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, kind)
  visit(source)
  return found

  function visit(node, isInError = false) {
    if (isExempt(node, functions) || (isService && isServiceMessage(node))) return
    const words = textOf(node)
    if (words !== undefined && isShown(node, words, isService || isInError)) {
      found.push({ file, line: lineOf(node), text: words.replaceAll(/\s+/g, ' ').trim(), node })
    }
    const isError = isInError || isNewError(node)
    ts.forEachChild(node, (child) => visit(child, isError))
  }

  function lineOf(node) {
    return source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  }
}

function isExempt(node, functions) {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isNewExpression(node)) return isExemptClass(node.expression.getText(), functions)
  if (ts.isCallExpression(node)) return isExemptCall(node, functions)
  if (ts.isJsxElement(node)) return isVerbatimElement(node.openingElement)
  const isDeclaration =
    ts.isJsxAttribute(node) || ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
  return isDeclaration && HIDDEN.test(node.name.getText())
}

function isExemptClass(name, functions) {
  return METRIC.test(name) || Object.hasOwn(functions, name)
}

function isNewError(node) {
  return ts.isNewExpression(node) && ERROR.test(node.expression.getText())
}

/** Whether the texts in a node become only responses or log lines of a service, such as those of thrown errors. */
function isServiceMessage(node) {
  return ts.isThrowStatement(node) || isNewError(node) || isWireMessage(node)
}

function isExemptCall({ expression }, functions) {
  const name = ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : expression.getText()
  return (
    MESSAGE_FUNCTIONS.test(name) ||
    Object.hasOwn(functions, name) ||
    HIDDEN_CALLS.test(expression.getText())
  )
}

function isVerbatimElement({ tagName, attributes }) {
  return VERBATIM_TAGS.test(tagName.getText()) || /\btranslate="no"/.test(attributes.getText())
}

/**
 * A response text that the wire format fixes: an issue of INVALID_INPUT (`path` and `message`), or an error
 * of JSON-RPC (`code` and `message`). Front ends read the path or the code, never the sentence.
 */
function isWireMessage(node) {
  if (!ts.isObjectLiteralExpression(node)) return false
  const names = new Set(node.properties.map(propertyName))
  return names.has('message') && (names.has('path') || names.has('code'))
}

function isShown(node, words, onlyCapitals) {
  if (isKeyOrOperand(node) || NAME.test(words.trim()) || !/\p{L}{2}/u.test(words)) return false
  if (ts.isJsxText(node)) return true
  if (SENTENCE.test(words)) return true
  if (isVisibleValue(node)) return CAPITAL_WORD.test(words) || TWO_WORDS.test(words)
  if (ts.isTemplateExpression(node)) return !onlyCapitals && hasWords(node)
  if (LABEL.test(words)) return /\p{L}{3}/u.test(words)
  return !onlyCapitals && FOUR_WORDS.test(words)
}

/** Whether the string is the value of a visible attribute or property, also inside `? :`, `??` and brackets. */
function isVisibleValue(node) {
  let { parent } = node
  while (
    ts.isConditionalExpression(parent) ||
    ts.isJsxExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isBinaryExpression(parent)
  ) {
    parent = parent.parent
  }
  const isNamed = ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)
  return isNamed && VISIBLE.test(parent.name.getText().replaceAll(/['"]/g, ''))
}

function hasWords(node) {
  const chunks = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
  return chunks.some(({ text }) => WORDS.test(text)) && !chunks.some(({ text }) => CODE.test(text))
}
