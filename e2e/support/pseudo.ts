/** A visit in the pseudo-language, in which every letter of a text from a catalogue has an accent. */
import { ERRORS } from '@inkproof/protocol/errors'
import { FOLLOW_HEADS } from '@inkproof/protocol/paths'
import { pseudo } from '@inkproof/texts/pseudo'
import type { Page, Request } from 'playwright-core'
import type { Visitor } from './browser.ts'

/** The texts of a screen: how many there are, and those that no catalogue has. */
export type Seen = { count: number; plain: string[] }

/** Reads the screens of a visitor. */
export type PseudoReader = {
  /** Waits until the page is loaded and still, and reads its texts, attributes and title. */
  read: () => Promise<Seen>
  /** Locates a button by its English name. */
  button: (name: string) => ReturnType<Page['getByRole']>
}

/** What is data or a name in every language: values, units, dates, addresses, names of products and formats. */
const NAMES = [
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}( at \d{2}:\d{2}\s[AP]M( (UTC|GMT[+-]?\d*))?)?/g,
  /https?:\S+|\S+@\S+|\b0x[0-9a-f…]+|\binkproof\/\S*|\S+\.(pdf|json|mjs|html|tlog-proof)\b/gi,
  /\b[\d.,]+ ?(Bytes|KB|MB|GB|TB|ms|s|min|h)\b/g,
  // The service names a person's first workspace once, when the account is created.
  /’s workspace\b/g,
  /\b(Inkproof|SHA-256|SIWE|EIP-\d+|UTC|API|AI)\b/g,
  /\b[0-9a-f]{8,}\b/gi,
]

/** What services answer is English in every language: docs/decisions/texts-as-data.md. */
const SENTENCES = new Set<string>(
  Object.values(ERRORS).flatMap(({ title, fix }) => [title, fix, `${title} ${fix}`]),
)

/** Shows a visitor's pages in the pseudo-language from now on. Call it before the first page. */
export async function inPseudo({ context, page }: Visitor): Promise<PseudoReader> {
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('inkproof_language', 'pseudo')
  })
  const content = contentOf(page)
  const settled = settledOf(page)
  return {
    read: async () => {
      await settled()
      const texts = await page.evaluate(textsOf)
      const known = await content()
      const plain = texts.filter((text) => isPlain(text) && !known.includes(lettersOf(text)))
      return { count: texts.length, plain }
    },
    button: (name) => page.getByRole('button', { name: pseudo(name), exact: true }),
  }
}

/** Resolves when every request but the endless stream of heads has ended and the page no longer changes. */
function settledOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  const changed: (() => void)[] = []
  const end = (request: Request) => {
    open.delete(request)
    for (const check of changed.splice(0)) check()
  }
  page.on('request', (request) => {
    if (!request.url().endsWith(FOLLOW_HEADS.path)) open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    // A dialog hides the header from assistive technology, so it is located by its element.
    await page.locator('header').first().waitFor()
    do {
      while (open.size > 0) await new Promise<void>((resolve) => changed.push(resolve))
      await page.evaluate(still)
    } while (open.size > 0)
  }
}

/** Runs in the page: resolves after a quarter of a second without a change. */
function still(): Promise<void> {
  return new Promise((resolve) => {
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        observer.disconnect()
        resolve()
      }, 250)
    }
    const observer = new MutationObserver(restart)
    let timer = setTimeout(() => undefined, 0)
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    restart()
  })
}

/** The letters of what the content service answered: pages and posts are Markdown, not texts of a catalogue. */
function contentOf(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/content/')) return
    answers.push(response.text().then(lettersOf, () => ''))
  })
  return async () => (await Promise.all(answers)).join('|')
}

function lettersOf(text: string): string {
  return text.replaceAll(/\\[nt"]|&\w+;|[^A-Za-z]/g, '')
}

function isPlain(text: string): boolean {
  if (SENTENCES.has(text)) return false
  const rest = NAMES.reduce((left, name) => left.replaceAll(name, ' '), text)
  return /[A-Za-z]{2}/.test(rest)
}

/** Runs in the page: its visible texts, without code and without what is marked as a name. */
function textsOf(): string[] {
  const NOT_WORDS = 'code, pre, kbd, script, style, noscript, [translate="no"], .font-mono'
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement?.closest(NOT_WORDS)) texts.push(node.textContent ?? '')
  }
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      if (!element.closest(NOT_WORDS)) texts.push(element.getAttribute(name) ?? '')
    }
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
