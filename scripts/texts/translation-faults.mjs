import { checkTranslation, findContradictions } from './check-translation.mjs'
import { extractMessages } from './extract-messages.mjs'

const TERMS = 'Read the <link>terms</link>, {name}'

const SOURCE = `
t('${TERMS}')
plural(count, { one: 'one file', other: '{count} files' })
`

/** One fault of each kind in a Polish file, and the text that must be reported; `null` if nothing may be reported. */
const FAULTS = [
  { translations: { 'No message': 'x' }, expected: 'is not a message of this part' },
  { translations: { 'one file': '' }, expected: 'empty' },
  {
    translations: { 'one file': { one: 'plik', other: 'plik' } },
    expected: 'only the “other” form',
  },
  { translations: { '{count} files': { one: 'plik', other: 'pliku' } }, expected: 'no form “few”' },
  { translations: { '{count} files': formsWith({ two: 'x' }) }, expected: 'a form “two”' },
  { translations: { '{count} files': formsWith({ few: '{number}' }) }, expected: '{number}' },
  { translations: { [TERMS]: 'Przeczytaj <link>regulamin</link>' }, expected: 'lacks {name}' },
  { translations: { [TERMS]: 'Przeczytaj regulamin, {name}' }, expected: 'lacks <link>' },
  { translations: { [TERMS]: '{name}: <link>regulamin</link>' }, expected: null },
  { translations: { '{count} files': formsWith({}), 'one file': '{count} plik' }, expected: null },
  { translations: {}, language: 'Polish', expected: 'not a language tag' },
  { translations: {}, language: 'pl_PL', expected: 'not a language tag' },
  { translations: {}, language: 'pseudo', expected: 'not a language tag' },
  { translations: {}, language: 'pt-BR', expected: null },
]

/** Returns the translations whose fault was not reported, and those without a fault that were reported. */
export function missedTranslationFaults() {
  const { messages: extracted, forms } = extractMessages('planted.ts', SOURCE)
  const messages = new Map(extracted.map((message) => [message, forms.get(message)]))
  const missed = FAULTS.filter(({ translations, language = 'pl', expected }) => {
    const { problems, missing } = checkTranslation({ language, translations, messages })
    if (expected !== null) return !problems.some((problem) => problem.includes(expected))
    return problems.length > 0 || missing !== messages.size - Object.keys(translations).length
  })
  const files = ['a', 'b'].map((file) => ({ file, translations: { Close: file } }))
  const isContradictionMissed = findContradictions(files).length !== 1
  return [
    ...missed.map(
      ({ translations, language }) => `${language ?? ''} ${JSON.stringify(translations)}`,
    ),
    ...(isContradictionMissed ? ['two translations of “Close”'] : []),
  ]
}

function formsWith(change) {
  return {
    one: 'plik',
    few: '{count} pliki',
    many: '{count} plików',
    other: '{count} pliku',
    ...change,
  }
}
