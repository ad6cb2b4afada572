/**
 * An opening as deterministic CBOR (in proof files) and as JSON (over HTTP and in browser storage).
 */
import { fromBase64Url, fromHex, parseU64, toBase64Url, toHex } from './bytes.ts'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'
import { type Claim, checkOpening, NO_PREVIOUS, type Opening, type WithheldClaim } from './leaf.ts'
import { asArray, asBytes, asText, asUint } from './shape.ts'

/** A claim in JSON: salt and hash are base64url. */
export type ClaimJson = { name: string; value: string; salt: string } | { hash: string }

/** An opening in JSON: salt base64url, fingerprint lower-case hex, previous decimal or null. */
export type OpeningJson = {
  kind: number
  previous: string | null
  salt: string
  fingerprint: string
  claims: ClaimJson[]
}

/**
 * Encodes as `[kind, previous, salt, fingerprint, [[salt, name, value] | hash …]]` in deterministic
 * CBOR.
 */
export function encodeOpening(opening: Opening): Uint8Array {
  checkOpening(opening)
  return encodeCbor(openingToCbor(opening))
}

/**
 * Decodes an opening.
 *
 * @throws ProofError for anything that {@link encodeOpening} would not produce
 */
export function decodeOpening(bytes: Uint8Array): Opening {
  return openingFromCbor(decodeCbor(bytes))
}

/** Converts an opening to a CBOR value, for use inside a larger item. */
export function openingToCbor(opening: Opening): Cbor {
  const claims = opening.claims.map((claim) =>
    'hash' in claim ? claim.hash : [claim.salt, claim.name, claim.value],
  )
  return [BigInt(opening.kind), opening.previous, opening.salt, opening.fingerprint, claims]
}

/**
 * Converts a CBOR value to an opening.
 *
 * @throws ProofError BAD_SHAPE, or any error of `checkOpening`
 */
export function openingFromCbor(value: Cbor | undefined): Opening {
  const [kind, previous, salt, fingerprint, claims] = asArray(value, 5)
  const opening = {
    kind: Number(asUint(kind)),
    previous: asUint(previous),
    salt: asBytes(salt, 32),
    fingerprint: asBytes(fingerprint, 32),
    claims: asArray(claims).map(claimFromCbor),
  }
  checkOpening(opening)
  return opening
}

/** Converts an opening to its JSON form. */
export function openingToJson(opening: Opening): OpeningJson {
  return {
    kind: opening.kind,
    previous: opening.previous === NO_PREVIOUS ? null : String(opening.previous),
    salt: toBase64Url(opening.salt),
    fingerprint: toHex(opening.fingerprint),
    claims: opening.claims.map((claim) =>
      'hash' in claim
        ? { hash: toBase64Url(claim.hash) }
        : { name: claim.name, value: claim.value, salt: toBase64Url(claim.salt) },
    ),
  }
}

/**
 * Converts the JSON form to an opening. The caller must have validated the types with a schema.
 *
 * @throws ProofError when a field has an invalid format
 */
export function openingFromJson(json: OpeningJson): Opening {
  const opening = {
    kind: json.kind,
    previous: json.previous === null ? NO_PREVIOUS : parseU64(json.previous),
    salt: fromBase64Url(json.salt),
    fingerprint: fromHex(json.fingerprint),
    claims: json.claims.map(claimFromJson),
  }
  checkOpening(opening)
  return opening
}

function claimFromCbor(value: Cbor): Claim | WithheldClaim {
  if (value instanceof Uint8Array) return { hash: asBytes(value, 32) }
  const [salt, name, text] = asArray(value, 3)
  return { name: asText(name), value: asText(text), salt: asBytes(salt, 16) }
}

function claimFromJson(json: ClaimJson): Claim | WithheldClaim {
  if ('hash' in json) return { hash: fromBase64Url(json.hash) }
  return { name: json.name, value: json.value, salt: fromBase64Url(json.salt) }
}
