import { UNKNOWN_DEVICE } from '@inkproof/texts/origin'
import Bowser from 'bowser'

/** Longer user agents are not genuine. */
const READ_CHARACTERS = 512

/**
 * Only names in these lists are used: other text of the user agent is untrusted, and the label appears in e-mails
 * to other people.
 */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/** Browser and operating system, such as `Firefox on Linux`, from the user agent; `unknown` for any other. */
export function deviceLabel(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE
  const { browser, os } = Bowser.parse(userAgent.slice(0, READ_CHARACTERS))
  if (!browser.name || !BROWSERS.has(browser.name)) return UNKNOWN_DEVICE
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name
}
