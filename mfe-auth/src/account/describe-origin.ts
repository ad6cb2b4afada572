import * as origin from '@inkproof/texts/origin'
import { pageTexts } from '@inkproof/texts/text'

/** Describes a device that a service recorded; undefined stays undefined. */
export function describeDevice<Device extends string | undefined>(device: Device): string | Device {
  return device && origin.describeDevice(pageTexts, device)
}

/** Describes a location that a service recorded; undefined stays undefined. */
export function describePlace<Place extends string | undefined>(place: Place): string | Place {
  return place && origin.describePlace(pageTexts, place)
}
