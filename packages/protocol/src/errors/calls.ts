import type { ErrorRow } from './row.ts'

/** Errors of any call: invalid input, missing resources, unavailable services. */
export const CALL_ERRORS = {
  INVALID_INPUT: {
    status: 400,
    title: 'The request is not valid.',
    fix: 'Correct the fields listed and send it again.',
  },
  VERIFICATION_FAILED: {
    status: 400,
    title: 'The security verification is missing, expired, already used or from another browser.',
    fix: 'Run the verification again, then retry.',
  },
  SERVICE_REFUSED: {
    status: 401,
    title: 'This address is for services of this installation only.',
    fix: 'Sign the call with a current key of a known service.',
  },
  NOT_FOUND: {
    status: 404,
    title: 'There is nothing at this address.',
    fix: 'Check the link.',
  },
  ITEM_NOT_FOUND: {
    status: 404,
    title: 'This item no longer exists.',
    fix: 'Reload the page; it may have been removed elsewhere.',
  },
  PAGE_NOT_FOUND: {
    status: 404,
    title: 'There is no such page.',
    fix: 'Check the address or use the search.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'This address does not support this method.',
    fix: 'Use one of the methods in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    title: 'This address supports none of the types in the Accept header.',
    fix: 'Accept one of the supported types, or omit the header.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    title: 'A request with this Idempotency-Key is still being processed.',
    fix: 'Wait a moment, then repeat the request with the same key.',
  },
  TOO_LARGE: {
    status: 413,
    title: 'The request is larger than this address accepts.',
    fix: 'Send a smaller request.',
  },
  NOT_JSON: {
    status: 415,
    title: 'The request body must be JSON.',
    fix: 'Send it as application/json.',
  },
  WRONG_MEDIA_TYPE: {
    status: 415,
    title: 'The request body has the wrong type, or is compressed.',
    fix: 'Send it uncompressed, with the media type that the call requires.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'This Idempotency-Key was already used for another request.',
    fix: 'Use a new key for each request, and the same key only to repeat one.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Too many requests.',
    fix: 'Wait a moment, then try again. The Retry-After header says how long.',
  },
  INTERNAL: {
    status: 500,
    title: 'Something went wrong on our side.',
    fix: 'Try again. If it keeps happening, report it with the request ID.',
  },
  UNAVAILABLE: {
    status: 503,
    title: 'A service needed for this is not responding right now.',
    fix: 'Try again in a few seconds; nothing was lost.',
  },
  STORAGE_FULL: {
    status: 507,
    title: 'This installation is out of storage space.',
    fix: 'Tell its operator; nothing was recorded.',
  },
} as const satisfies Record<string, ErrorRow>
