import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../parts/list.mjs'
import { checkTranslation, findContradictions } from './check-translation.mjs'
import { missedTranslationFaults } from './translation-faults.mjs'

/**
 * Checks every translation file of the parts (`readTexts`). Returns the `problems`, and `lines`: for each language, the
 * number of translated messages. Missing translations are not a problem: those messages are shown in English.
 */
export function checkTranslations(parts) {
  const files = parts.flatMap(translationsOf)
  const checked = files.map((file) => ({ ...file, ...checkTranslation(file) }))
  const problems = [
    ...checked.flatMap(({ file, problems: found }) =>
      found.map((problem) => `${file}: ${problem}`),
    ),
    ...findContradictions(files.filter(({ isService }) => !isService)),
    ...missedTranslationFaults().map((fault) => `a planted fault was not found: ${fault}`),
  ]
  const languages = [...new Set(files.map(({ language }) => language))].sort()
  return { problems, lines: languages.map((language) => formatLanguage(language, checked, parts)) }
}

function translationsOf({ folder, catalogue, forms, isService }) {
  const texts = join(ROOT, folder, 'texts')
  if (!existsSync(texts)) return []
  const messages = new Map(Object.keys(catalogue).map((message) => [message, forms.get(message)]))
  return readdirSync(texts)
    .filter((file) => file.endsWith('.json') && file !== 'en.json')
    .map((file) => ({
      file: `${folder}/texts/${file}`,
      language: file.slice(0, -'.json'.length),
      translations: JSON.parse(readFileSync(join(texts, file), 'utf8')),
      messages,
      isService,
    }))
}

/** If a part has no file for the language, all its messages count as English. */
function formatLanguage(language, checked, parts) {
  const all = parts.reduce((total, { catalogue }) => total + Object.keys(catalogue).length, 0)
  const ownFiles = checked.filter((file) => file.language === language)
  const done = ownFiles.reduce((total, { messages, missing }) => total + messages.size - missing, 0)
  return `  ${language}: ${done} of ${all} messages translated, ${all - done} shown in English`
}
