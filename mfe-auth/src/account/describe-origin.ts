import { t } from '@inkproof/texts/text'

/** Words the browser and system that a service recorded as `Firefox on Linux`, or that it knows neither. */
export function describeDevice<Device extends string | undefined>(device: Device): string | Device {
  if (device === 'Unknown device') return t('Unknown device')
  const [browser = '', system] = device?.split(' on ') ?? []
  return system === undefined ? device : t('{browser} on {system}', { browser, system })
}

/** Words the country that a service recorded, or what it recorded instead of one. */
export function describePlace<Place extends string | undefined>(place: Place): string | Place {
  if (place === 'Local network') return t('Local network')
  return place === 'Unknown place' ? t('Unknown place') : place
}
