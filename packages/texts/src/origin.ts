/** Words the device and the place from which an account was used. Services record codes; English words are older. */
import { formatRegion } from './format.ts'
import type { Texts } from './make-texts.ts'

/** Recorded where the browser did not name itself in a known way. */
export const UNKNOWN_DEVICE = 'unknown'
/** Recorded for an address of a private network. */
export const LOCAL_NETWORK = 'local'
/** Recorded for an address that no country is known of. */
export const UNKNOWN_PLACE = 'unknown'

type Words = Pick<Texts, 't'>

/** Words a recorded device: `Firefox on Linux`, `Firefox` or {@link UNKNOWN_DEVICE}. */
export function describeDevice({ t }: Words, device: string): string {
  if (device === UNKNOWN_DEVICE || device === 'Unknown device') return t('Unknown device')
  const [browser = '', system] = device.split(' on ')
  return system === undefined ? device : t('{browser} on {system}', { browser, system })
}

/** Words a recorded place: an ISO 3166 code of a country, {@link LOCAL_NETWORK} or {@link UNKNOWN_PLACE}. */
export function describePlace({ t }: Words, place: string): string {
  if (place === LOCAL_NETWORK || place === 'Local network') return t('Local network')
  if (place === UNKNOWN_PLACE || place === 'Unknown place') return t('Unknown location')
  return /^[A-Z]{2}$/.test(place) ? formatRegion(place) : place
}
