import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { PKCS11_SCHEME, readPkcs11Uri, type TokenKey } from './pkcs11-uri.ts'

const Path = z.string().refine(isAbsolute, 'expected an absolute path')

/** The path of a PKCS#12 container, or the key of a PKCS#11 token. */
export type SealingCertificate = { file: string } | { token: TokenKey }

const Certificate = z.string().transform((text, context): SealingCertificate => {
  try {
    if (text.startsWith(PKCS11_SCHEME)) return { token: readPkcs11Uri(text) }
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
  if (!isAbsolute(text))
    context.addIssue({ code: 'custom', message: 'expected an absolute path or a pkcs11: URI' })
  return { file: text }
})

/** Names and values, such as `SOFTHSM2_CONF=/run/seal/softhsm2.conf`. */
const Variables = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (pairs) => pairs.every((pair) => /^\w+=/.test(pair)),
    'expected NAME=value, separated by commas',
  )
  .transform((pairs) =>
    Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string])),
  )

/** Spread into the service's schema. Complete it with {@link sealingRequirement} and {@link tokenRequirement}. */
export const sealingEnv = {
  /** The identity that seals finished documents; without it, the signing authority issues one. */
  SEALING_CERTIFICATE: Certificate.optional(),
  /** Of the container, or the PIN of the token: in ASCII, because programs encode other characters differently. */
  SEALING_PASSPHRASE: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII characters')
    .optional(),
  /** A file with the passphrase, instead of SEALING_PASSPHRASE. */
  SEALING_PASSPHRASE_FILE: Path.optional(),
  /** A PEM file with the certificates that the token does not contain. */
  SEALING_CHAIN_FILE: Path.optional(),
  /** Environment variables for the module of the token. */
  SEALING_MODULE_VARIABLES: Variables,
}

type RefineOptions = { path: string[]; error: string }
export type SealingVariables = z.output<z.ZodObject<typeof sealingEnv>>
type Requirement = [(settings: SealingVariables) => boolean, RefineOptions]

/** The arguments of `refine`: a certificate has one passphrase, and a passphrase belongs to a certificate. */
export const sealingRequirement: Requirement = [
  ({ SEALING_CERTIFICATE, SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE }) =>
    [SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE].filter(Boolean).length ===
    (SEALING_CERTIFICATE === undefined ? 0 : 1),
  {
    path: ['SEALING_CERTIFICATE'],
    error: 'needs either SEALING_PASSPHRASE or SEALING_PASSPHRASE_FILE, and these need it',
  },
]

/** The arguments of `refine`: a container has its own chain, and no module. */
export const tokenRequirement: Requirement = [
  ({ SEALING_CERTIFICATE, SEALING_CHAIN_FILE, SEALING_MODULE_VARIABLES }) =>
    (SEALING_CERTIFICATE !== undefined && 'token' in SEALING_CERTIFICATE) ||
    (SEALING_CHAIN_FILE === undefined && Object.keys(SEALING_MODULE_VARIABLES).length === 0),
  {
    path: ['SEALING_CHAIN_FILE'],
    error:
      'this and SEALING_MODULE_VARIABLES belong to a pkcs11: URI in SEALING_CERTIFICATE; a PKCS#12 container has its own chain',
  },
]
