import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** Where LibreOffice is. */
export const libreOfficeEnv = {
  /** The path of `soffice`, if it is not with the other programs. `off`: office files are not converted. */
  LIBREOFFICE: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || text === 'off' || isAbsolute(text),
      'expected an absolute path or off',
    ),
}

const Socket = z.string().refine(isAbsolute, 'expected an absolute path')

/** Spread into the service's schema. */
export const officeEnv = {
  ...libreOfficeEnv,
  /** The socket of the process `office-files` (converter-process.ts), which then runs LibreOffice instead of this process. */
  OFFICE_SOCKET: Socket.or(z.literal('')).default(''),
}

/** The configuration of that converter. */
export const officeProcessEnv = { ...libreOfficeEnv, OFFICE_SOCKET: Socket }
