/**
 * Formats the device and location from which an account was used. Services store codes; older rows contain the English
 * text.
 */
import { formatRegion } from './format.ts'
import type { Texts } from './make-texts.ts'

/** Stored if the browser is not recognized. */
export const UNKNOWN_DEVICE = 'unknown'
/** Stored for an IP address of a private network. */
export const LOCAL_NETWORK = 'local'
/** Stored if the country of the IP address is unknown. */
export const UNKNOWN_LOCATION = 'unknown'

type Translator = Pick<Texts, 't'>

/** Formats a stored device: `Firefox on Linux`, `Firefox` or {@link UNKNOWN_DEVICE}. */
export function describeDevice({ t }: Translator, device: string): string {
  if (device === UNKNOWN_DEVICE || device === 'Unknown device') return t('Unknown device')
  const [browser = '', system] = device.split(' on ')
  return system === undefined ? device : t('{browser} on {system}', { browser, system })
}

/** Formats a stored location: an ISO 3166 code of a country, {@link LOCAL_NETWORK} or {@link UNKNOWN_LOCATION}. */
export function describeLocation({ t }: Translator, stored: string): string {
  if (stored === LOCAL_NETWORK || stored === 'Local network') return t('Local network')
  if (stored === UNKNOWN_LOCATION || stored === 'Unknown place') return t('Unknown location')
  return /^[A-Z]{2}$/.test(stored) ? formatRegion(stored) : stored
}
