/**
 * Requests and responses between front ends, the command line and svc-documents; the calls are in
 * calls/certificates.ts.
 */
import * as z from 'zod/mini'
import { documentAs } from './documented-as.ts'
import { pageOf } from './page.ts'

/** SHA-256 of a file's bytes: 64 lower-case hex characters, no 0x. */
export const Fingerprint = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex characters'))

/** 32 bytes, 64 lower-case hex characters. */
export const Hash32 = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex characters'))

const bytes = (length: number) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`),
        `expected ${length} bytes as base64url`,
      ),
    )

/** Lone surrogates are rejected, because they would not be stored exactly as sent. */
const text = z.string().check(z.regex(/^\P{Surrogate}*$/u, 'expected well-formed text'))

/** 16 random bytes as base64url, generated where the file is hashed. */
export const CertificateId = bytes(16)

/** The last part of `/share/…`: anyone who knows it can view the certificate. */
export const ShareLink = bytes(16)

/** One salted claim of an entry: `title`, `note`, `issuer`… (see packages/proof leaf). */
export const ClaimJson = z.strictObject({
  name: text.check(z.minLength(1), z.maxLength(64)),
  value: text.check(z.maxLength(4096)),
  salt: bytes(16),
})
export type ClaimJson = z.infer<typeof ClaimJson>

/** The opening of an entry's commitment, as returned by `openingToJson` of packages/proof. */
export const OpeningJson = z.strictObject({
  kind: z.int().check(z.gte(1), z.lte(5)),
  /** Index of the entry that this one revokes or supersedes, decimal; null if there is none. */
  previous: z.nullable(z.string().check(z.regex(/^\d{1,20}$/))),
  salt: bytes(32),
  fingerprint: Fingerprint,
  claims: z.array(ClaimJson).check(z.maxLength(16)),
})
export type OpeningJson = z.infer<typeof OpeningJson>

/** POST /certificates: everything the entry commits to is created in the browser. */
export const CertifyRequest = z.strictObject({
  id: CertificateId,
  opening: OpeningJson,
  /** Name and size in bytes of the file on the user's device; never part of the entry. */
  fileName: text.check(z.minLength(1), z.maxLength(255)),
  fileSize: z.int().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER)),
  /** Whether anyone who has the file can find its certificate without the proof file. */
  findable: z.boolean(),
  /** Whether the share page and proof files created from it name the issuer. */
  showIssuer: z.boolean(),
})
export type CertifyRequest = z.infer<typeof CertifyRequest>

/** POST /certificates/bulk. Checking stops at the first invalid certificate, and only its issues are reported. */
export const BulkRequest = z.strictObject({
  certificates: z.pipe(
    z.array(documentAs(z.unknown(), CertifyRequest)).check(z.minLength(1), z.maxLength(1000)),
    z.transform(parseUntilFirstError),
  ),
})
export type BulkRequest = z.infer<typeof BulkRequest>

/** Reporting every issue of a thousand certificates takes longer than certifying them. */
function parseUntilFirstError(items: unknown[], { issues }: z.core.ParsePayload): CertifyRequest[] {
  const requests: CertifyRequest[] = []
  for (const [index, item] of items.entries()) {
    const { data, error } = CertifyRequest.safeParse(item)
    if (error) {
      for (const { path, message } of error.issues)
        issues.push({ code: 'custom', input: item, path: [index, ...path], message })
      return z.NEVER
    }
    requests.push(data)
  }
  return requests
}

/** Index of each certificate in the record, in the request's order. */
export const BulkResponse = z.strictObject({
  certificates: z.array(z.strictObject({ id: CertificateId, index: z.int() })),
})
export type BulkResponse = z.infer<typeof BulkResponse>

/** A certificate as seen by anyone with its share link. Its state follows from `index` and the heads. */
export const SharedCertificate = z.strictObject({
  index: z.int().check(z.nonnegative()),
  leafHash: Hash32,
  fingerprint: Fingerprint,
  title: z.string(),
  note: z.nullable(z.string()),
  /** The name the issuer gave itself; null if not shown. */
  issuer: z.nullable(z.string()),
  fileName: z.string(),
  fileSize: z.int(),
  certifiedAt: z.iso.datetime(),
  /** Index of the entry that revoked or superseded it, else null. */
  revokedBy: z.nullable(z.int()),
  shareLink: z.string(),
})
export type SharedCertificate = z.infer<typeof SharedCertificate>

/** A certificate as members of its workspace see it. */
export const Certificate = z.extend(SharedCertificate, {
  id: CertificateId,
  findable: z.boolean(),
  showIssuer: z.boolean(),
  opening: OpeningJson,
})
export type Certificate = z.infer<typeof Certificate>

/**
 * A row that was modified in the database and no longer matches the public record. Only its position is returned,
 * because any other field may be what was modified.
 */
export const AlteredCertificate = z.strictObject({ id: z.string(), index: z.number() })
export type AlteredCertificate = z.infer<typeof AlteredCertificate>

/** GET /certificates: one page, or the certificate of a share link as a list. */
export const CertificatesQuery = z.union([
  z.strictObject({ cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  z.strictObject({ shareLink: ShareLink }),
])

/** One page of certificates, newest first; empty for a share link of another workspace. */
export const CertificateList = pageOf({
  certificates: z.array(Certificate),
  /** Altered rows of this page, which are not included in `certificates`. */
  altered: z.array(AlteredCertificate),
  total: z.int(),
})
export type CertificateList = z.infer<typeof CertificateList>

/** POST /lookup: finds only certificates that are `findable`. */
export const LookupRequest = z.strictObject({ fingerprint: Fingerprint })
export type LookupRequest = z.infer<typeof LookupRequest>

/** Empty if no findable certificate exists. Oldest first, at most 20. */
export const LookupResponse = z.strictObject({ certificates: z.array(SharedCertificate) })
export type LookupResponse = z.infer<typeof LookupResponse>

/** POST /certificates/{id}/revoke: the opening of the revoking entry (kind 2). */
export const RevokeRequest = z.strictObject({ opening: OpeningJson })
export type RevokeRequest = z.infer<typeof RevokeRequest>
