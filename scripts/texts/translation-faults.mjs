import { checkTranslation, contradictions } from './check-translation.mjs'
import { extractMessages } from './extract-messages.mjs'

const TERMS = 'Read the <link>terms</link>, {name}'

const SOURCE = `
t('${TERMS}')
plural(count, { one: 'one file', other: '{count} files' })
`

/** One fault of each kind in a Polish file, and the words that have to be reported; `null` where nothing may be. */
const FAULTS = [
  { translations: { 'No message': 'x' }, reports: 'is no message of this part' },
  { translations: { 'one file': '' }, reports: 'empty' },
  { translations: { 'one file': { one: 'plik', other: 'plik' } }, reports: 'not the “other” form' },
  { translations: { '{count} files': { one: 'plik', other: 'pliku' } }, reports: 'no form “few”' },
  { translations: { '{count} files': formsWith({ two: 'x' }) }, reports: 'a form “two”' },
  { translations: { '{count} files': formsWith({ few: '{number}' }) }, reports: '{number}' },
  { translations: { [TERMS]: 'Przeczytaj <link>regulamin</link>' }, reports: 'lost {name}' },
  { translations: { [TERMS]: 'Przeczytaj regulamin, {name}' }, reports: 'lost <link>' },
  { translations: { [TERMS]: '{name}: <link>regulamin</link>' }, reports: null },
  { translations: { '{count} files': formsWith({}), 'one file': '{count} plik' }, reports: null },
  { translations: {}, language: 'Polish', reports: 'no language tag' },
  { translations: {}, language: 'pl_PL', reports: 'no language tag' },
  { translations: {}, language: 'pseudo', reports: 'no language tag' },
  { translations: {}, language: 'pt-BR', reports: null },
]

/** The planted faults that were not reported, and what was reported though it is none. */
export function missedTranslationFaults() {
  const { messages: found, forms } = extractMessages('planted.ts', SOURCE)
  const messages = new Map(found.map((message) => [message, forms.get(message)]))
  const missed = FAULTS.filter(({ translations, language = 'pl', reports }) => {
    const { problems, missing } = checkTranslation({ language, translations, messages })
    if (reports !== null) return !problems.some((problem) => problem.includes(reports))
    return problems.length > 0 || missing !== messages.size - Object.keys(translations).length
  })
  const files = ['a', 'b'].map((file) => ({ file, translations: { Close: file } }))
  const isContradictionMissed = contradictions(files).length !== 1
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
