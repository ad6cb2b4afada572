import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../parts/list.mjs'
import { extractMessages } from './extract-messages.mjs'
import { findOutsideTexts } from './find-outside-texts.mjs'
import { enclosingDeclarationNames } from './nodes.mjs'
import { ALWAYS_ENGLISH, listSources, PARTS } from './parts.mjs'

/**
 * Reads the texts of every part: its `files`, the `catalogue` with the files of each message, the `forms` of plurals
 * (`one` or `other`, by message), the texts `outside` the catalogue (`{ where: 'folder/file:line', what }`), the texts
 * that stay `english` in every language, and `problems`.
 *
 * `npm run lint:texts` and `npm run measure:structure` both count the texts that this function finds.
 */
export function readTexts() {
  return PARTS.map(readPart)
}

/** Returns the entries of the list of always-English texts that match no text. */
export function staleExceptions(parts) {
  const used = new Set(parts.flatMap(({ english }) => english))
  return ALWAYS_ENGLISH.map(({ where }) => where).filter((where) => !used.has(where))
}

function readPart(part) {
  const { folder, functions, except = [], only = /./, isTyped = false, isService = false } = part
  const files = listSources(folder).filter(
    (file) => only.test(file) && !except.includes(file) && existsSync(join(ROOT, folder, file)),
  )
  const result = {
    folder,
    isService,
    files,
    catalogue: {},
    forms: new Map(),
    outside: [],
    english: [],
    problems: [],
  }
  for (const file of files) {
    const source = readFileSync(join(ROOT, folder, file), 'utf8')
    const { messages, forms, problems } = extractMessages(`${folder}/${file}`, source, functions)
    for (const message of messages) {
      result.catalogue[message] = (result.catalogue[message] ?? new Set()).add(file)
    }
    for (const [message, form] of forms) result.forms.set(message, form)
    result.problems.push(...problems)
    if (isTyped) continue
    const found = findOutsideTexts(`${folder}/${file}`, source, { functions, isService })
    for (const text of found) classify(text, result)
  }
  return result
}

function classify({ file, line, text, node }, { english, outside }) {
  const locations = enclosingDeclarationNames(node).map((name) => `${file} ${name}`)
  const exception = ALWAYS_ENGLISH.find(({ where }) => locations.includes(where))
  if (exception) english.push(exception.where)
  else outside.push({ where: `${file}:${line}`, what: text.slice(0, 120) })
}
