/**
 * Makes text from a proof file safe to show. Whoever makes a proof file chooses its claims, so a claim could otherwise
 * imitate a line of the report, run backwards or look like another name.
 */
import { normalizeLine, replaceUnsafe } from '@inkproof/texts/unsafe-characters'

/** Maximum number of characters of a claim on one line. */
const MAX_LENGTH = 200

/**
 * Returns a text as one line. Line breaks become `↵`, runs of spaces one space; unsafe characters, and more than five
 * combining marks on a letter, become U+FFFD. A longer text ends in an ellipsis, and one with right-to-left letters is
 * enclosed in a direction isolate (U+2068 … U+2069), so that it cannot reorder what follows.
 *
 * @param maxLength number of code points, without the isolate
 */
export function sanitizeForDisplay(text: string, maxLength = MAX_LENGTH): string {
  const oneLine = text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, ' ↵ ').replaceAll('\t', ' ')
  const line = limitMarks(normalizeLine(replaceUnsafe(oneLine, REPLACEMENT)))
  const shown = truncate(line, maxLength)
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown
}

/**
 * Like {@link sanitizeForDisplay}, for a text that is shown in quotation marks: its own double ones become single, so that
 * it cannot end the quotation and continue the sentence.
 */
export function sanitizeQuotation(text: string, maxLength?: number): string {
  return sanitizeForDisplay(text, maxLength).replace(/["“”„‟«»〝-〟＂]/g, '’')
}

/**
 * Returns a domain as browsers look it up: in lower case, with labels that are not plain ASCII as punycode (`xn--…`), so
 * that letters of other alphabets cannot imitate it. Text that is no domain is returned as one line.
 */
export function formatDomain(domain: string): string {
  if (DOMAIN.test(domain)) return domain.toLowerCase()
  try {
    const { hostname } = new URL(`https://${domain}`)
    if (!/[\s/\\?#@:%[\]<>]/.test(domain) && DOMAIN.test(hostname)) return hostname
  } catch {
    // Not a domain.
  }
  return sanitizeForDisplay(domain)
}

/**
 * Whether a name contains letters of several alphabets, such as Latin and Cyrillic, which may imitate another name.
 * Chinese, Japanese and Korean characters are not counted, because they are commonly combined with Latin letters.
 */
export function hasSeveralAlphabets(name: string): boolean {
  const letters = name.replace(NOT_COUNTED, '')
  return letters !== '' && !ALPHABETS.some((alphabet) => alphabet.test(letters))
}

const REPLACEMENT = '\uFFFD'

const DOMAIN = /^[a-z\d-]+(\.[a-z\d-]+)+$/i

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Everything but letters that stand alone, and letters of Chinese, Japanese and Korean. */
const NOT_COUNTED =
  /[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}]|\p{scx=Hani}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|\p{scx=Bopo}/gu

/** Each matches text in one alphabet. */
const ALPHABETS = [
  ...[
    'Latn',
    'Cyrl',
    'Grek',
    'Armn',
    'Geor',
    'Hebr',
    'Arab',
    'Syrc',
    'Ethi',
    'Thai',
    'Laoo',
    'Cher',
  ],
  ...[
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
    'Knda',
    'Mlym',
    'Sinh',
    'Khmr',
    'Mymr',
  ],
  ...['Tibt', 'Mong', 'Nkoo', 'Copt', 'Cans', 'Tfng', 'Thaa', 'Adlm', 'Yiii', 'Java', 'Bali'],
].map((script) => new RegExp(`^\\p{sc=${script}}+$`, 'u'))

function limitMarks(text: string): string {
  return text.replace(/(\p{M}{5})\p{M}+/gu, `$1${REPLACEMENT}`)
}

function truncate(text: string, maxLength: number): string {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .replace(/(?:\u200C|\u200D|\s)+$/, '')}…`
}
