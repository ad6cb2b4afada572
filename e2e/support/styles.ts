/** How things look to the browser: computed styles, and what differs between two looks. */
import type { Page } from 'playwright-core'

/** By element, in the order of the page: its path with its own tag, and each property's value. */
export type Look = { element: string; style: Record<string, string> }[]

const LOOKED_AT = 120
const TOLD = 12
/** Where nothing on any page is, so that nothing is hovered. */
const AWAY = { x: 2, y: 400 }

/** The computed styles of the first elements that match, once nothing moves any more. */
export async function lookOf(page: Page, selector: string): Promise<Look> {
  await page.mouse.move(AWAY.x, AWAY.y)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === 'finished'),
  )
  return lookNow(page, selector)
}

/** Each difference in words, the first few of them; empty where both look the same. */
export function differences(before: Look, after: Look, ignored = /^$/): string[] {
  const elements = (look: Look) => look.map(({ element }) => element)
  if (elements(before).join() !== elements(after).join()) {
    return [`other elements: ${elements(before).join()} and then ${elements(after).join()}`]
  }
  const found = before.flatMap(({ element, style }, index) =>
    Object.entries(style)
      .filter(([name, value]) => !ignored.test(name) && after[index]?.style[name] !== value)
      .map(([name, value]) => `${element} ${name}: ${value} and then ${after[index]?.style[name]}`),
  )
  return found.slice(0, TOLD)
}

function lookNow(page: Page, selector: string): Promise<Look> {
  return page.evaluate(
    ([wanted, most]) => {
      return [...document.querySelectorAll(wanted)].slice(0, most).map((element) => {
        const computed = getComputedStyle(element)
        const names = Array.from({ length: computed.length }, (_, index) => computed.item(index))
        const style = names.map((name) => [name, computed.getPropertyValue(name)])
        const text = element.childElementCount === 0 ? (element.textContent ?? '').slice(0, 20) : ''
        return { element: `<${element.localName}>${text}`, style: Object.fromEntries(style) }
      })
    },
    [selector, LOOKED_AT] as const,
  )
}
