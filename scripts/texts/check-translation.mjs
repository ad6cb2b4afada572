/**
 * Checks a translation file against the messages of its part, which are a Map from the English text to the form of a
 * plural that it is: `one`, `other` or undefined. Returns the `problems`, and how many messages it leaves in English
 * (`missing`).
 */
export function checkTranslation({ language, translations, messages }) {
  const problems = isLanguage(language) ? [] : [`${language} is no language tag (BCP 47)`]
  const categories = problems.length === 0 ? categoriesOf(language) : []
  for (const [message, translation] of Object.entries(translations)) {
    const found = messages.has(message)
      ? problemsOf(message, translation, { form: messages.get(message), categories })
      : ['is no message of this part']
    problems.push(...found.map((problem) => `“${message.slice(0, 60)}” ${problem}`))
  }
  const missing = [...messages.keys()].filter(
    (message) => !Object.hasOwn(translations, message),
  ).length
  return { problems, missing }
}

/** The messages that parts translate differently though one page shows both. */
export function contradictions(parts) {
  const first = new Map()
  return parts.flatMap(({ file, translations }) =>
    Object.entries(translations).flatMap(([message, translation]) => {
      const known = first.get(message) ?? { file, words: JSON.stringify(translation) }
      first.set(message, known)
      if (known.words === JSON.stringify(translation)) return []
      return [`${file}: “${message.slice(0, 60)}” has another translation in ${known.file}`]
    }),
  )
}

/** A tag that browsers use in this form, of a language whose plurals are known. */
function isLanguage(tag) {
  try {
    return (
      Intl.getCanonicalLocales(tag)[0] === tag &&
      Intl.PluralRules.supportedLocalesOf(tag).length > 0
    )
  } catch {
    return false
  }
}

function categoriesOf(language) {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}

function problemsOf(message, translation, { form, categories }) {
  if (typeof translation === 'string') return problemsOfText(message, translation, form)
  if (form !== 'other') return ['has forms by count, but is not the “other” form of a plural']
  const given = Object.keys(translation)
  const names = [
    ...categories.filter((name) => !given.includes(name)).map((name) => `has no form “${name}”`),
    ...given
      .filter((name) => !categories.includes(name))
      .map((name) => `has a form “${name}”, which the language has not`),
  ]
  const texts = Object.values(translation)
  return [...names, ...texts.flatMap((text) => problemsOfText(message, text, form))]
}

function problemsOfText(message, text, form) {
  if (typeof text !== 'string' || text.trim() === '') return ['has an empty translation']
  const [wanted, given] = [marksOf(message), marksOf(text)]
  // A form may say the count in words, and its English form may have done so.
  const isFree = (mark) => form !== undefined && mark === '{count}'
  return [
    ...wanted
      .filter((mark) => !given.includes(mark) && !isFree(mark))
      .map((mark) => `lost ${mark}`),
    ...given
      .filter((mark) => !wanted.includes(mark) && !isFree(mark))
      .map((mark) => `has ${mark}, which the message has not`),
  ]
}

/** The placeholders and tags of a message. */
function marksOf(message) {
  return [...new Set(message.match(/\{\w+\}|<\/?\w+>/g))]
}
