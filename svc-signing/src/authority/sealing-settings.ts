import { isAbsolute } from 'node:path'
import { z } from 'zod'

const Path = z.string().refine(isAbsolute, 'expected an absolute path')

/** Spread into the service's schema. Complete it with {@link sealingRequirement}. */
export const sealingEnv = {
  /** PKCS#12 container of the identity that seals finished documents; without it, the signing authority issues one. */
  SEALING_CERTIFICATE: Path.optional(),
  /** Of the container: in ASCII, because programs encode other characters differently. */
  SEALING_PASSPHRASE: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII characters')
    .optional(),
  /** A file with the passphrase, instead of SEALING_PASSPHRASE. */
  SEALING_PASSPHRASE_FILE: Path.optional(),
}

type RefineOptions = { path: string[]; error: string }
type SealingVariables = z.output<z.ZodObject<typeof sealingEnv>>

/** The arguments of `refine`: a certificate has one passphrase, and a passphrase belongs to a certificate. */
export const sealingRequirement: [(settings: SealingVariables) => boolean, RefineOptions] = [
  ({ SEALING_CERTIFICATE, SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE }) =>
    [SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE].filter(Boolean).length ===
    (SEALING_CERTIFICATE === undefined ? 0 : 1),
  {
    path: ['SEALING_CERTIFICATE'],
    error: 'needs either SEALING_PASSPHRASE or SEALING_PASSPHRASE_FILE, and these need it',
  },
]
