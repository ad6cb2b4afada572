import { z } from 'zod'

const IDENTITY = /^AGE-SECRET-KEY-1[AC-HJ-NP-Z02-9]{58}$/
const STORAGE = /^(?:mongodb|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/.*)?)$/

/** For services that store files. Spread into the service's own schema (service-kit config). */
export const fileStorageEnv = {
  /** Where new files are stored. Files stored elsewhere before remain readable there. */
  FILE_STORAGE: z
    .string()
    .regex(STORAGE, 'expected mongodb, or an address like s3://bucket/prefix')
    .default('mongodb'),
  /**
   * The keys of the installation, each an age identity, separated by spaces or commas. The first one encrypts; all decrypt. Files
   * under the others are changed to the first in the background (rewrap.ts).
   */
  FILE_KEYS: z
    .string()
    .transform((keys) => keys.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(IDENTITY, 'expected AGE-SECRET-KEY-1…')).min(1)),
  /** How S3-compatible storage is reached. Without credentials, those of the AWS machine or role are used. */
  AWS_ENDPOINT_URL_S3: z.url({ protocol: /^https?$/ }).optional(),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
}

/** The values of {@link fileStorageEnv}. */
export type FileStorageSettings = Readonly<z.output<z.ZodObject<typeof fileStorageEnv>>>

/** The names of the settings, for the `needs` of a feature. */
export const FILE_STORAGE_SETTINGS = [
  'FILE_STORAGE',
  'FILE_KEYS',
  'AWS_ENDPOINT_URL_S3',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const
