import type { ErrorRow } from './row.ts'

/** Errors of signing requests and of the PDF files that are signed. */
export const SIGNING_ERRORS = {
  ENVELOPE_NOT_FOUND: {
    status: 404,
    title: 'This signing request does not exist.',
    fix: 'Check the link, or open it from the list of documents to sign.',
  },
  ENVELOPE_ID_TAKEN: {
    status: 409,
    title: 'This ID is already used for another signing request.',
    fix: 'Upload the document again to get a new ID.',
  },
  ENVELOPE_STARTED: {
    status: 409,
    title: 'Signing has already started, so the document can no longer be changed.',
    fix: 'Sign the document as it is, or discard it and start again.',
  },
  ENVELOPE_NOT_STARTED: {
    status: 409,
    title: 'This document is still a draft.',
    fix: 'Place the fields and continue to signing first.',
  },
  ENVELOPE_NOT_FINISHED: {
    status: 409,
    title: 'The finished document is not available yet.',
    fix: 'Wait until the signing request is completed, then try again.',
  },
  ENVELOPE_ENDED: {
    status: 409,
    title: 'This signing request was discarded or has expired, so it can no longer be signed.',
    fix: 'Start again with the same document.',
  },
  ALREADY_SIGNED: {
    status: 409,
    title: 'This document was already signed.',
    fix: 'Open it to download the finished document.',
  },
  NOT_YOUR_SIGNATURE: {
    status: 403,
    title: 'Only the person who is named as the signer can sign this document.',
    fix: 'Sign in with the account that started the request.',
  },
  KEY_ALREADY_BOUND: {
    status: 409,
    title: 'This document is already being signed in another browser.',
    fix: 'Continue in that browser, or discard the document and start again here.',
  },
  STATEMENT_REFUSED: {
    status: 400,
    title: 'The signed statement does not match this document and its fields.',
    fix: 'Reload the page, check the document and sign again.',
  },
  SIGNER_EMAIL_NOT_CONFIRMED: {
    status: 403,
    title: 'Confirm your e-mail address before you sign.',
    fix: 'Open the link in the confirmation e-mail, or request a new one in your settings. The address becomes part of your digital ID.',
  },
  PDF_UNREADABLE: {
    status: 400,
    title: 'This file is damaged or not a PDF file.',
    fix: 'Export the document as a PDF file again.',
  },
  PDF_ENCRYPTED: {
    status: 400,
    title: 'This PDF file is protected by a password or by restrictions.',
    fix: 'Remove the protection in the program that created it, then choose the file again.',
  },
  PDF_ALREADY_SIGNED: {
    status: 400,
    title: 'This PDF file already contains digital signatures.',
    fix: 'Use the unsigned original. Preparing this file would invalidate its signatures.',
  },
  PDF_NOT_SUPPORTED: {
    status: 400,
    title:
      'This PDF file contains content that cannot be signed safely, such as layers or scripts.',
    fix: 'Print the document to a new PDF file, then choose that file.',
  },
  PDF_TOO_MANY_PAGES: {
    status: 400,
    title: 'This PDF file has no pages or too many of them.',
    fix: 'Split the document into smaller files.',
  },
  FIELDS_REFUSED: {
    status: 400,
    title: 'A field is outside its page or too small, or there is not exactly one signature field.',
    fix: 'Move or enlarge the fields, and place exactly one signature. Use initials in other places.',
  },
} as const satisfies Record<string, ErrorRow>
