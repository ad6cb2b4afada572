import Bowser from 'bowser'

/** Longer ones are made up. */
const READ_CHARACTERS = 512

/** What is not in these lists is text of the caller's own: it would stand in mails to other people. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/** Browser and system in words, such as `Firefox on Linux`, from what the browser says of itself. */
export function deviceLabel(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent.slice(0, READ_CHARACTERS))
  if (!browser.name || !BROWSERS.has(browser.name)) return 'Unknown device'
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name
}
