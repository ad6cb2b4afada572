import Bowser from 'bowser'

/** Longer ones are made up. */
const READ_CHARACTERS = 512

/** Browser and system in words, such as `Firefox on Linux`, from what the browser says of itself. */
export function deviceLabel(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent.slice(0, READ_CHARACTERS))
  if (!browser.name) return 'Unknown device'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
