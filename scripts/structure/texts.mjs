/**
 * Texts that a person reads and that are in no catalogue, in the sources (no tests) of shell, slices, services and
 * packages/ui. A heuristic over the syntax tree; a text is
 *
 * - JSX text with two letters in a row;
 * - a string in a JSX attribute or a property whose name says that people read it (`READ_BY_PEOPLE`), if it has a
 *   word that begins with a capital letter, or two words;
 * - any other string or template literal that reads as a sentence: it begins with a capital letter and has a second
 *   word, or, outside of services, has four words in a row. (In a service, what begins in lower case is the reason
 *   in an answer to a caller or in a log line; its sentences are mails and labels.)
 *
 * Not counted: what is inside a function of the catalogues (`t`, `msg`, `rich`, `plural`, `select`,
 * `selectOrdinal`, `defineMessage` as call or tag; `<Trans>`, `<Plural>`, `<Select>`, `<SelectOrdinal>`) or a message descriptor (an object with `id` and
 * `message`); types, imports and class names; what only developers and operators read: the message of `Error`,
 * `TypeError` and `RangeError`, log lines, process output, configuration (`config.ts`), the `help` of a metric, scripts
 * for Redis.
 */
import typescript from 'typescript'
import { finding, walk } from './sources.mjs'

const MEASURED = /^(shell|mfe-[^/]+|svc-[^/]+|packages\/ui)\/src\//
const LEFT_OUT = /\/config\.ts$|slice\.config\.ts$/
const MACROS =
  /^(t|msg|rich|plural|select|selectOrdinal|defineMessage|Trans|Plural|Select|SelectOrdinal)$/
const READ_BY_PEOPLE =
  /^(label|title|heading|headline|placeholder|aria-label|aria-description|aria-roledescription|alt|description|hint|summary|text|action|confirm|cancel|submit|message|subject)$/
const CLASS_NAMES = /class|^(cn|cva|clsx|tv)$|^(styles?|variants?|sizes?|tones?)$/i
const FOR_DEVELOPERS =
  /^((Type|Range)?Error|console|log|logger|process)$|\.(log|debug|info|warn|error|fatal)$/

const CAPITAL_WORD = /(^|\s)\P{L}?\p{Lu}\p{Ll}/u
const TWO_WORDS = /\p{L}{2,}[,;:’']? \p{L}+/u
const SENTENCE = /^[^\p{L}]{0,2}\p{Lu}[\p{L}’'-]*[,;:]? [\p{L}{$]/u
const FOUR_WORDS = /(^|\s)\p{Ll}+[,;]? \p{L}+[,;]? \p{L}+[,;]? \p{Ll}+(?=[\s.,!?…]|$)/u

export function strayTexts(sources) {
  return sources
    .filter(({ path, tree }) => tree && MEASURED.test(path) && !LEFT_OUT.test(path))
    .flatMap(textsIn)
}

function textsIn(source) {
  const found = []
  walk(source.tree, (node) => {
    if (isLeftOut(node)) return false
    const text = textOf(node)
    if (text && isText(node, text, source.path)) found.push(finding(source, node.getStart(), text))
  })
  return found
}

function isLeftOut(node) {
  if (typescript.isTypeNode(node) || typescript.isImportDeclaration(node)) return true
  if (typescript.isTaggedTemplateExpression(node)) return MACROS.test(node.tag.getText())
  if (typescript.isCallExpression(node) || typescript.isNewExpression(node)) {
    const name = node.expression.getText()
    return MACROS.test(name) || CLASS_NAMES.test(name) || FOR_DEVELOPERS.test(name)
  }
  if (typescript.isJsxElement(node)) return MACROS.test(node.openingElement.tagName.getText())
  if (typescript.isJsxSelfClosingElement(node)) return MACROS.test(node.tagName.getText())
  if (typescript.isObjectLiteralExpression(node)) return isDescriptor(node)
  return isNamed(node) && (CLASS_NAMES.test(node.name.getText()) || node.name.getText() === 'help')
}

function isNamed(node) {
  return (
    typescript.isJsxAttribute(node) ||
    typescript.isPropertyAssignment(node) ||
    typescript.isVariableDeclaration(node)
  )
}

function isDescriptor({ properties }) {
  const names = new Set(properties.map(({ name }) => name?.getText()))
  return names.has('id') && names.has('message')
}

/** A template counts as one text, its values shown as `{}`. */
function textOf(node) {
  if (typescript.isJsxText(node) || typescript.isStringLiteralLike(node)) return node.text
  if (!typescript.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
}

function isText(node, text, path) {
  if (typescript.isJsxText(node)) return /\p{L}{2}/u.test(text)
  if (isReadByPeople(node)) return CAPITAL_WORD.test(text) || TWO_WORDS.test(text)
  if (SENTENCE.test(text)) return true
  return FOUR_WORDS.test(text) && !path.startsWith('svc-')
}

/** Whether the string is the value of a telling attribute or property, also behind `? :`, `??` and brackets. */
function isReadByPeople(node) {
  let { parent } = node
  while (
    typescript.isConditionalExpression(parent) ||
    typescript.isJsxExpression(parent) ||
    typescript.isParenthesizedExpression(parent) ||
    typescript.isBinaryExpression(parent)
  ) {
    parent = parent.parent
  }
  const name = typescript.isJsxAttribute(parent) || typescript.isPropertyAssignment(parent)
  return name && READ_BY_PEOPLE.test(parent.name.getText())
}
