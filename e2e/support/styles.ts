/** Compares computed styles in the browser. */
import type { Page } from 'playwright-core'

/** For each element in document order: its tag and text, and the value of each property. */
export type ComputedStyles = { element: string; style: Record<string, string> }[]

const MAX_ELEMENTS = 120
const MAX_DIFFERENCES = 12
/** A position without any element, so that nothing is hovered. */
const EMPTY_POSITION = { x: 2, y: 400 }

/** Reads the computed styles of the first matching elements, once all animations have ended. */
export async function readStyles(page: Page, selector: string): Promise<ComputedStyles> {
  await page.mouse.move(EMPTY_POSITION.x, EMPTY_POSITION.y)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === 'finished'),
  )
  return readCurrentStyles(page, selector)
}

/** Describes the first few differences; the list is empty if there are none. */
export function describeDifferences(
  before: ComputedStyles,
  after: ComputedStyles,
  ignored = /^$/,
): string[] {
  const elements = (styles: ComputedStyles) => styles.map(({ element }) => element)
  if (elements(before).join() !== elements(after).join()) {
    return [
      `different elements: before ${elements(before).join()}; after ${elements(after).join()}`,
    ]
  }
  const found = before.flatMap(({ element, style }, index) =>
    Object.entries(style)
      .filter(([name, value]) => !ignored.test(name) && after[index]?.style[name] !== value)
      .map(
        ([name, value]) =>
          `${element} ${name}: before ${value}; after ${after[index]?.style[name]}`,
      ),
  )
  return found.slice(0, MAX_DIFFERENCES)
}

async function readCurrentStyles(page: Page, selector: string): Promise<ComputedStyles> {
  // Returned as one string: Playwright takes many times longer to transfer tens of thousands of values.
  const json = await page.evaluate(
    ([selectors, limit]) => {
      const styles = [...document.querySelectorAll(selectors)].slice(0, limit).map((element) => {
        const computed = getComputedStyle(element)
        const names = Array.from({ length: computed.length }, (_, index) => computed.item(index))
        const style = names.map((name) => [name, computed.getPropertyValue(name)])
        const text = element.childElementCount === 0 ? (element.textContent ?? '').slice(0, 20) : ''
        return { element: `<${element.localName}>${text}`, style: Object.fromEntries(style) }
      })
      return JSON.stringify(styles)
    },
    [selector, MAX_ELEMENTS] as const,
  )
  return JSON.parse(json) as ComputedStyles
}
