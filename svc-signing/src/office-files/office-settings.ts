import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** Spread into the service's schema. */
export const officeEnv = {
  /** The path of `soffice`, if it is not with the other programs. `off`: office files are not converted. */
  LIBREOFFICE: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || text === 'off' || isAbsolute(text),
      'expected an absolute path or off',
    ),
}
