import * as origin from '@inkproof/texts/origin'
import { pageTexts } from '@inkproof/texts/text'

/** Words a device that a service recorded; nothing for nothing. */
export function describeDevice<Device extends string | undefined>(device: Device): string | Device {
  return device && origin.describeDevice(pageTexts, device)
}

/** Words a place that a service recorded; nothing for nothing. */
export function describePlace<Place extends string | undefined>(place: Place): string | Place {
  return place && origin.describePlace(pageTexts, place)
}
