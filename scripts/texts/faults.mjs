import { extractMessages } from './extract-messages.mjs'
import { findOutsideTexts } from './find-outside-texts.mjs'

/** One fault of each kind, and the text that must be reported; `null` if nothing may be reported. */
const FAULTS = [
  { source: 'export const P = () => <p>Some text</p>', expected: 'Some text' },
  { source: 'export const P = () => <Page title="A title" />', expected: 'A title' },
  { source: "export const P = () => <F label={bad ? 'Wrong' : t('Right')} />", expected: 'Wrong' },
  { source: "export const label = () => 'Try again'", expected: 'Try again' },
  { source: 'export const words = (n) => `Every $'.concat('{n} minutes`'), expected: 'Every' },
  { source: "import { t } from '@inkproof/texts/text'\nt(words)", expected: 'no literal' },
  { source: "const reply = { path: 'a', message: 'An issue' }", expected: 'An issue' },
  { source: "const NOTE = 'Signed in from Paris'", expected: 'Signed in', isService: true },
  { source: "const label = 'Unknown'", expected: 'Unknown', isService: true },
  { source: 'const P = () => <p className="flex Grow">{t("Known")}</p>', expected: null },
  { source: 'const P = () => <code translate="no">Exactly this</code>', expected: null },
  { source: "throw new Error('It cannot be read.')", expected: 'cannot be read' },
  { source: "throw new Error('a key twice in one list')", expected: null },
  { source: "throw new Error('It cannot be read.')", expected: null, isService: true },
  { source: "const kind = row['First key'] === 'Second key'", expected: null },
  { source: "fail({ path: 'a', message: 'An issue' })", expected: null, isService: true },
  { source: "const reason = 'it is still starting up'", expected: null, isService: true },
]

/** Returns the sources whose fault was not reported, and those without a fault that were reported. */
export function missedFaults() {
  return FAULTS.filter(({ source, expected, isService = false }) => {
    const { problems } = extractMessages('planted.tsx', source)
    const texts = findOutsideTexts('planted.tsx', source, { isService }).map(({ text }) => text)
    const found = [...problems, ...texts]
    return expected === null ? found.length > 0 : !found.some((text) => text.includes(expected))
  }).map(({ source }) => source)
}
