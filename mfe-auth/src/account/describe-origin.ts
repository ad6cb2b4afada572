import * as origin from '@inkproof/texts/origin'
import { pageTexts } from '@inkproof/texts/text'

/** Formats a device stored by a service in the language of the page; returns undefined for undefined. */
export function describeDevice<Device extends string | undefined>(device: Device): string | Device {
  return device && origin.describeDevice(pageTexts, device)
}

/** Formats a location stored by a service in the language of the page; returns undefined for undefined. */
export function describeLocation<Location extends string | undefined>(
  location: Location,
): string | Location {
  return location && origin.describeLocation(pageTexts, location)
}
