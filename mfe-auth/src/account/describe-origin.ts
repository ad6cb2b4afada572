import * as origin from '@inkproof/texts/origin'
import { pageTexts } from '@inkproof/texts/text'

/** Describes a device that a service recorded; undefined stays undefined. */
export function describeDevice<Device extends string | undefined>(device: Device): string | Device {
  return device && origin.describeDevice(pageTexts, device)
}

/** Describes a location that a service recorded; undefined stays undefined. */
export function describeLocation<Location extends string | undefined>(
  location: Location,
): string | Location {
  return location && origin.describeLocation(pageTexts, location)
}
