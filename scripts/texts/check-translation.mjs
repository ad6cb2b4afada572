/**
 * Checks a translation file against the messages of its part. `messages` maps each English text to its plural form:
 * `one`, `other`, or undefined if it is not a plural. Returns the `problems`, and the number of messages without a
 * translation (`missing`).
 */
export function checkTranslation({ language, translations, messages }) {
  const problems = isLanguage(language) ? [] : [`${language} is not a language tag (BCP 47)`]
  const categories = problems.length === 0 ? categoriesOf(language) : []
  for (const [message, translation] of Object.entries(translations)) {
    const found = messages.has(message)
      ? problemsOf(message, translation, { form: messages.get(message), categories })
      : ['is not a message of this part']
    problems.push(...found.map((problem) => `“${message.slice(0, 60)}” ${problem}`))
  }
  const missing = [...messages.keys()].filter(
    (message) => !Object.hasOwn(translations, message),
  ).length
  return { problems, missing }
}

/** Finds messages that two parts translate differently; a page can show both parts. */
export function findContradictions(parts) {
  const byMessage = new Map()
  return parts.flatMap(({ file, translations }) =>
    Object.entries(translations).flatMap(([message, translation]) => {
      const earlier = byMessage.get(message) ?? { file, words: JSON.stringify(translation) }
      byMessage.set(message, earlier)
      if (earlier.words === JSON.stringify(translation)) return []
      return [`${file}: “${message.slice(0, 60)}” has another translation in ${earlier.file}`]
    }),
  )
}

/** Whether the tag is canonical and the plural rules of its language are available. */
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
  if (form !== 'other')
    return ['has plural forms, which only the “other” form of an English plural can have']
  const forms = Object.keys(translation)
  const names = [
    ...categories.filter((name) => !forms.includes(name)).map((name) => `has no form “${name}”`),
    ...forms
      .filter((name) => !categories.includes(name))
      .map((name) => `has a form “${name}”, which the language does not have`),
  ]
  const texts = Object.values(translation)
  return [...names, ...texts.flatMap((text) => problemsOfText(message, text, form))]
}

function problemsOfText(message, text, form) {
  if (typeof text !== 'string' || text.trim() === '') return ['has an empty translation']
  const [expected, actual] = [tokensOf(message), tokensOf(text)]
  // A plural form may spell out the count instead of containing {count}.
  const isFree = (token) => form !== undefined && token === '{count}'
  return [
    ...expected
      .filter((token) => !actual.includes(token) && !isFree(token))
      .map((token) => `lacks ${token}`),
    ...actual
      .filter((token) => !expected.includes(token) && !isFree(token))
      .map((token) => `has ${token}, which the message does not have`),
  ]
}

/** The placeholders and tags of a message. */
function tokensOf(message) {
  return [...new Set(message.match(/\{\w+\}|<\/?\w+>/g))]
}
