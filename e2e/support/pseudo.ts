/** A visit in the pseudo-language, in which every letter of text from a catalogue has an accent. */
import { ERRORS } from '@inkproof/protocol/errors'
import { FOLLOW_HEADS } from '@inkproof/protocol/paths'
import { pseudo } from '@inkproof/texts/pseudo'
import type { Page, Request } from 'playwright-core'
import type { Visitor } from './browser.ts'

/** The texts of a screen: their number, and those that are not from a catalogue. */
export type ScreenTexts = { count: number; plain: string[] }

/** Reads the screens of a visitor. */
export type PseudoReader = {
  /** Waits until the page is loaded and no longer changes, and reads its texts, attributes and title. */
  read: () => Promise<ScreenTexts>
  /** Locates a button by its English name. */
  button: (name: string) => ReturnType<Page['getByRole']>
}

/** Patterns of text that is the same in every language: values, units, dates, addresses, products, formats. */
const LANGUAGE_NEUTRAL = [
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}( at \d{2}:\d{2} [AP]M( (UTC|GMT[+-][\d:]+))?)?/g,
  /\btoday, \d{2}:\d{2} [AP]M( (UTC|GMT[+-][\d:]+))?/g,
  /https?:\S+|\S+@\S+|\b0x[0-9a-f…]+|\binkproof\/\S*|\S+\.(pdf|json|mjs|html|tlog-proof)\b/gi,
  /\b[\d.,]+ ?(Bytes|KB|MB|GB|TB|ms|s|min|h)\b/g,
  // The service generates the name of a user's first workspace when the account is created.
  /’s workspace\b/g,
  /\b(Inkproof|SHA-256|SIWE|EIP-\d+|UTC|API|AI)\b/g,
  /\b[0-9a-f]{8,}\b/gi,
]

/** Errors of services, which are English in every language (docs/decisions/texts-as-data.md). */
const ERROR_SENTENCES = new Set<string>(
  Object.values(ERRORS).flatMap(({ title, fix }) => [title, fix, `${title} ${fix}`]),
)

/** Shows a visitor's pages in the pseudo-language from now on. Call it before opening the first page. */
export async function switchToPseudo({ context, page }: Visitor): Promise<PseudoReader> {
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('inkproof_language', 'pseudo')
  })
  const content = trackContent(page)
  const waitUntilLoaded = trackLoading(page)
  return {
    read: async () => {
      await waitUntilLoaded()
      const texts = await page.evaluate(readTexts)
      const contentLetters = await content()
      const plain = texts.filter(
        (text) => isPlain(text) && !contentLetters.includes(onlyLetters(text)),
      )
      return { count: texts.length, plain }
    },
    button: (name) => page.getByRole('button', { name: pseudo(name), exact: true }),
  }
}

/** Returns a function that waits until all requests except the stream of heads have ended and the page is stable. */
function trackLoading(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  const waiting: (() => void)[] = []
  const end = (request: Request) => {
    open.delete(request)
    for (const check of waiting.splice(0)) check()
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
      while (open.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
      await page.evaluate(waitUntilStable)
    } while (open.size > 0)
  }
}

/** Runs in the page: resolves after 250 ms without a change. */
function waitUntilStable(): Promise<void> {
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

/** Collects the letters of responses of the content service: pages and posts are Markdown, not from a catalogue. */
function trackContent(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/content/')) return
    bodies.push(response.text().then(onlyLetters, () => ''))
  })
  return async () => (await Promise.all(bodies)).join('|')
}

function onlyLetters(text: string): string {
  return text.replaceAll(/\\[nt"]|&\w+;|[^A-Za-z]/g, '')
}

function isPlain(text: string): boolean {
  if (ERROR_SENTENCES.has(text)) return false
  const rest = LANGUAGE_NEUTRAL.reduce(
    (remaining, pattern) => remaining.replaceAll(pattern, ' '),
    text,
  )
  return /[A-Za-z]{2}/.test(rest)
}

/** Runs in the page: returns its visible texts, except code and elements marked as names. */
function readTexts(): string[] {
  const EXCLUDED = 'code, pre, kbd, script, style, noscript, [translate="no"], .font-mono'
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement?.closest(EXCLUDED)) texts.push(node.textContent ?? '')
  }
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      if (!element.closest(EXCLUDED)) texts.push(element.getAttribute(name) ?? '')
    }
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
