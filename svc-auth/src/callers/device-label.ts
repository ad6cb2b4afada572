import { UNKNOWN_DEVICE } from '@inkproof/texts/origin'
import Bowser from 'bowser'

/** Limits the parsing work; genuine user agents are shorter. */
const MAX_PARSED_LENGTH = 512

/**
 * Only names in these lists are used: other text of the user agent is untrusted, and the label appears in e-mails.
 */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/** Returns the browser and, if known, the operating system of a user agent, or `unknown`. */
export function deviceLabel(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_PARSED_LENGTH))
  if (!browser.name || !BROWSERS.has(browser.name)) return UNKNOWN_DEVICE
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name
}
