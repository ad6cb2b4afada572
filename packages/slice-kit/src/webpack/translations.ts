import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** English messages with their translations: see `Translation` of packages/texts. */
type Translations = Record<string, unknown>

type Manifest = { dependencies?: Record<string, string> }

const OWN_SCOPE = '@inkproof/'
/** The catalogue of the English texts, which are in the code. */
const CATALOGUE = 'en.json'

/**
 * Reads the translations of the part in `dir` and of our packages that it bundles: `texts/<language>.json` of each,
 * merged by language. `npm run lint:texts` refuses two different translations of one message.
 */
export function readTranslations(dir: string): Map<string, Translations> {
  const merged = new Map<string, Translations>()
  for (const folder of bundledFolders(dir)) {
    for (const [language, translations] of translationsIn(path.join(folder, 'texts'))) {
      merged.set(language, { ...merged.get(language), ...translations })
    }
  }
  return merged
}

/** The folders of a part and of our packages that it depends on, directly or indirectly. */
function bundledFolders(dir: string, seen = new Set<string>()): Set<string> {
  seen.add(dir)
  const manifest = path.join(dir, 'package.json')
  const require = createRequire(manifest)
  for (const name of Object.keys((readJson(manifest) as Manifest).dependencies ?? {})) {
    if (!name.startsWith(OWN_SCOPE)) continue
    const folder = path.dirname(require.resolve(`${name}/package.json`))
    if (!seen.has(folder)) bundledFolders(folder, seen)
  }
  return seen
}

function translationsIn(folder: string): [language: string, Translations][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== CATALOGUE)
    .map((file) => [file.slice(0, -'.json'.length), readJson(path.join(folder, file))])
}

function readJson(file: string): Translations {
  return JSON.parse(readFileSync(file, 'utf8')) as Translations
}
