import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isSafeUrl } from './csc-client.ts'
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

/** Spread into the service's schema. Complete it with {@link sealingRequirement}, {@link serviceRequirement} and {@link tokenRequirement}. */
export const sealingEnv = {
  /** The identity that seals finished documents; without it, the signing authority issues one. */
  SEALING_CERTIFICATE: Certificate.optional(),
  /** Of the container, or the PIN of the token or credential: in ASCII, because programs encode other characters differently. */
  SEALING_PASSPHRASE: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII characters')
    .optional(),
  /** A file with the passphrase, instead of SEALING_PASSPHRASE. */
  SEALING_PASSPHRASE_FILE: Path.optional(),
  /** A PEM file with the certificates that the token or the service does not have. */
  SEALING_CHAIN_FILE: Path.optional(),
  /** Environment variables for the module of the token. */
  SEALING_MODULE_VARIABLES: Variables,
  /** Base URI of a remote signing service (CSC API v2.0), instead of SEALING_CERTIFICATE. */
  SEALING_SERVICE_URL: z
    .string()
    .refine(isSafeUrl, 'expected a URL with https:, or with http: on this machine')
    .optional(),
  /** The credential of the service. */
  SEALING_SERVICE_CREDENTIAL: z.string().optional(),
  /** The OAuth 2.0 client of the service. */
  SEALING_SERVICE_CLIENT: z.string().optional(),
  /** A file with the secret of this client. */
  SEALING_SERVICE_SECRET_FILE: Path.optional(),
}

type RefineOptions = { path: string[]; error: string }
export type SealingVariables = z.output<z.ZodObject<typeof sealingEnv>>
type Requirement = [(settings: SealingVariables) => boolean, RefineOptions]

const serviceSettings = (settings: SealingVariables) => [
  settings.SEALING_SERVICE_URL,
  settings.SEALING_SERVICE_CREDENTIAL,
  settings.SEALING_SERVICE_CLIENT,
  settings.SEALING_SERVICE_SECRET_FILE,
]
const isGiven = (value: unknown) => value !== undefined
const hasService = (settings: SealingVariables) => serviceSettings(settings).some(isGiven)
const hasToken = ({ SEALING_CERTIFICATE: certificate }: SealingVariables) =>
  certificate !== undefined && 'token' in certificate

/** The arguments of `refine`: a certificate has one passphrase, and a passphrase belongs to a key. */
export const sealingRequirement: Requirement = [
  (settings) => {
    const { SEALING_CERTIFICATE, SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE } = settings
    const secrets = [SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE].filter(isGiven).length
    if (SEALING_CERTIFICATE !== undefined) return secrets === 1
    return secrets <= (hasService(settings) ? 1 : 0)
  },
  {
    path: ['SEALING_CERTIFICATE'],
    error: 'needs either SEALING_PASSPHRASE or SEALING_PASSPHRASE_FILE, and these need it',
  },
]

/** The arguments of `refine`: a service has all of its settings, and is the only identity. */
export const serviceRequirement: Requirement = [
  (settings) =>
    !hasService(settings) ||
    (serviceSettings(settings).every(isGiven) && settings.SEALING_CERTIFICATE === undefined),
  {
    path: ['SEALING_SERVICE_URL'],
    error:
      'needs SEALING_SERVICE_CREDENTIAL, SEALING_SERVICE_CLIENT and SEALING_SERVICE_SECRET_FILE, and replaces SEALING_CERTIFICATE',
  },
]

/** The arguments of `refine`: a container has its own chain, and only a token has a module. */
export const tokenRequirement: Requirement = [
  (settings) =>
    hasToken(settings) ||
    (Object.keys(settings.SEALING_MODULE_VARIABLES).length === 0 &&
      (settings.SEALING_CHAIN_FILE === undefined || hasService(settings))),
  {
    path: ['SEALING_CHAIN_FILE'],
    error:
      'this belongs to a pkcs11: URI in SEALING_CERTIFICATE or to a signing service, and SEALING_MODULE_VARIABLES to such a URI; a PKCS#12 container has its own chain',
  },
]
