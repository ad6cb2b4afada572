import { extractMessages } from './extract-messages.mjs'
import { findOutsideTexts } from './find-outside-texts.mjs'

/** One fault of each kind, and the words that have to be reported; `null` where nothing may be reported. */
const FAULTS = [
  { source: 'export const P = () => <p>Some text</p>', reports: 'Some text' },
  { source: 'export const P = () => <Page title="A title" />', reports: 'A title' },
  { source: "export const P = () => <F label={bad ? 'Wrong' : t('Right')} />", reports: 'Wrong' },
  { source: "export const label = () => 'Try again'", reports: 'Try again' },
  { source: 'export const words = (n) => `Every $'.concat('{n} minutes`'), reports: 'Every' },
  { source: "import { t } from '@inkproof/texts/text'\nt(words)", reports: 'no literal' },
  { source: "const reply = { path: 'a', message: 'An issue' }", reports: 'An issue' },
  { source: "const NOTE = 'Signed in from Paris'", reports: 'Signed in', isService: true },
  { source: "const label = 'Unknown'", reports: 'Unknown', isService: true },
  { source: 'const P = () => <p className="flex Grow">{t("Known")}</p>', reports: null },
  { source: 'const P = () => <code translate="no">Exactly this</code>', reports: null },
  { source: "throw new Error('It cannot be read.')", reports: 'cannot be read' },
  { source: "throw new Error('a key twice in one list')", reports: null },
  { source: "throw new Error('It cannot be read.')", reports: null, isService: true },
  { source: "const kind = row['First key'] === 'Second key'", reports: null },
  { source: "fail({ path: 'a', message: 'An issue' })", reports: null, isService: true },
  { source: "const reason = 'it is still starting up'", reports: null, isService: true },
]

/** The planted faults that were not reported, and what was reported though it is none. */
export function missedFaults() {
  return FAULTS.filter(({ source, reports, isService = false }) => {
    const { problems } = extractMessages('planted.tsx', source)
    const texts = findOutsideTexts('planted.tsx', source, { isService }).map(({ text }) => text)
    const found = [...problems, ...texts]
    return reports === null ? found.length > 0 : !found.some((text) => text.includes(reports))
  }).map(({ source }) => source)
}
