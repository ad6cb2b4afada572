/** Office files that a service converts to PDF. */
import * as z from 'zod/mini'

/** The largest office file that is converted, in bytes. */
export const MAX_OFFICE_BYTES = 20_000_000

/** Whether the installation converts office files. */
export const OfficeSupport = z.strictObject({ isOffered: z.boolean() })
