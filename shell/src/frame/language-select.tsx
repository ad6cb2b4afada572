import { reloadPage } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { pageLanguage, releasedLanguages, storeChoice } from '../language.ts'

/** Offers the released languages, each by its own name. Renders nothing while there is only English. */
export function LanguageSelect() {
  const languages = releasedLanguages()
  if (languages.length < 2) return null
  return (
    <select
      aria-label={t('Language')}
      value={pageLanguage()}
      onChange={({ target }) => {
        storeChoice(target.value)
        // Texts are translated when modules are evaluated, so the page is reloaded. Drafts are saved first.
        void reloadPage()
      }}
      className="ml-auto rounded-md border border-line bg-surface px-2 py-1 text-ink-muted max-md:min-h-11"
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {getLanguageName(language)}
        </option>
      ))}
    </select>
  )
}

/** Returns the name in the language itself, which its speakers recognize. */
function getLanguageName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
