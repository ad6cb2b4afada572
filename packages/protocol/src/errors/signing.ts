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
  SIGNING_RECORD_NOT_READY: {
    status: 409,
    title: 'The signing record is not available yet.',
    fix: 'Wait until the signing request has ended, then try again.',
  },
  ENVELOPE_ENDED: {
    status: 409,
    title: 'This signing request has ended, so it can no longer be signed.',
    fix: 'Ask the sender to start again with the same document.',
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
    fix: 'Continue in that browser. The sender can also discard the document and start again.',
  },
  WALLET_NOT_PROVED: {
    status: 400,
    title: 'The wallet’s signature does not show that its account wants to sign this document.',
    fix: 'Select the account in your wallet and try again. Wallets that are contracts cannot be used, because only their blockchain can check their signatures.',
  },
  PASSKEY_NOT_PROVED: {
    status: 400,
    title: 'The passkey’s response does not show that its owner wants to sign this document.',
    fix: 'Try again on this site and confirm with your fingerprint, face or PIN, or sign without a passkey.',
  },
  SIGNING_PASSKEY_UNKNOWN: {
    status: 400,
    title: 'This passkey is not known here.',
    fix: 'Use a passkey of your account, or sign without a passkey.',
  },
  SIGNING_PASSKEY_UNSUITABLE: {
    status: 400,
    title: 'The key of this passkey is of a kind that cannot sign documents.',
    fix: 'Use another passkey, or sign without a passkey.',
  },
  STATEMENT_REFUSED: {
    status: 400,
    title: 'The signed statement does not match this document and its fields.',
    fix: 'Reload the page, check the document and sign again.',
  },
  NOT_YOUR_ATTACHMENT: {
    status: 403,
    title: 'This field does not ask you for a file.',
    fix: 'Reload the page to see the current fields of the document.',
  },
  ATTACHMENT_TYPE_REFUSED: {
    status: 400,
    title: 'This file is not a PDF document and not a PNG, JPEG or WebP picture.',
    fix: 'Save it as a PDF document or a picture, then choose that file.',
  },
  ATTACHMENT_NOT_FOUND: {
    status: 404,
    title: 'There is no such attachment, or its signer has not signed yet.',
    fix: 'Reload the page to see the attachments of the document.',
  },
  SIGNING_KEY_NEEDED: {
    status: 403,
    title: 'A file can only be attached in the browser in which you confirmed who you are.',
    fix: 'Continue in that browser, or confirm who you are in this one first.',
  },
  SIGNER_EMAIL_NOT_CONFIRMED: {
    status: 403,
    title: 'Confirm your e-mail address before you sign or send a document.',
    fix: 'Open the link in the confirmation e-mail, or request a new one in your settings. The address becomes part of your digital ID.',
  },
  PDF_UNREADABLE: {
    status: 400,
    title: 'This file is damaged, is not a PDF file, or takes too long to read.',
    fix: 'Export or print the document to a new PDF file, then choose that file.',
  },
  PDF_ENCRYPTED: {
    status: 400,
    title: 'This PDF file is protected by a password or by restrictions.',
    fix: 'Remove the protection in the program that created it, then choose the file again.',
  },
  PDF_ALREADY_SIGNED: {
    status: 400,
    title: 'A digital signature in this PDF file permits no further signatures.',
    fix: 'Ask the person who signed it for a file without this restriction, or use the unsigned original.',
  },
  PDF_SIGNATURES_NOT_VALID: {
    status: 400,
    title: 'A digital signature in this PDF file is not valid, or cannot be checked here.',
    fix: 'Ask the person who sent you the file for the original, or use the unsigned document.',
  },
  PDF_NOT_EXTENDABLE: {
    status: 400,
    title: 'This PDF file is signed, and its format does not allow a signature to be added here.',
    fix: 'Use the unsigned original, or sign in the program in which it was signed before.',
  },
  PDF_NOT_VERIFIABLE: {
    status: 400,
    title: 'This PDF file has an unusual structure, so the signed document could not be verified.',
    fix: 'Print the document to a new PDF file, then choose that file. This removes its digital signatures.',
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
  OFFICE_FILES_NOT_OFFERED: {
    status: 404,
    title: 'This installation cannot convert office files.',
    fix: 'Save the document as PDF, and choose that file.',
  },
  OFFICE_FILE_WRONG_TYPE: {
    status: 400,
    title: 'This is no Word, Excel, PowerPoint, OpenDocument or RTF file.',
    fix: 'Save the document as PDF, and choose that file.',
  },
  OFFICE_FILE_ENCRYPTED: {
    status: 400,
    title: 'This office file is protected by a password.',
    fix: 'Save it without the password, or as PDF, and choose that file.',
  },
  OFFICE_FILE_EXPANDS: {
    status: 400,
    title: 'This office file contains too much to be converted here.',
    fix: 'Save the document as PDF, and choose that file.',
  },
  OFFICE_FILE_UNREADABLE: {
    status: 400,
    title:
      'This office file is damaged or protected by a password, or converting it takes too long.',
    fix: 'Open it in the program that created it, save it as PDF, and choose that file.',
  },
  FIELDS_REFUSED: {
    status: 400,
    title:
      'A field is outside its page or too small, has settings that contradict each other, or a signer does not have exactly one signature field.',
    fix: 'Move or enlarge the fields, check their settings, and place exactly one signature for each signer. Use initials in other places.',
  },
  SIGNATURE_PLACE_REFUSED: {
    status: 400,
    title:
      'A signature covers a field, a link, a comment or another signature, or more than a tenth of the page.',
    fix: 'Move it to a free place, or make it smaller. The document is already signed, so nothing in it may be covered.',
  },
  EVIDENCE_IN_DOCUMENT: {
    status: 409,
    title: 'The evidence is inside the finished PDF, not in a separate file.',
    fix: 'Download the finished document.',
  },
  RECIPIENTS_REFUSED: {
    status: 400,
    title:
      'A recipient is missing, was entered twice, or has an address or a deadline that cannot be used.',
    fix: 'Add at least one person who signs or approves, and use each address only once. Addresses with special characters, such as accents, cannot be used. Only others who sign or approve can have a deadline, which is not after that of the request.',
  },
  NOT_YOUR_TURN: {
    status: 409,
    title: 'Others have to sign or approve first.',
    fix: 'You will get an e-mail when it is your turn.',
  },
  REMINDED_RECENTLY: {
    status: 429,
    title: 'This person was sent a reminder recently.',
    fix: 'Try again later. You can send one reminder per hour, and three per day.',
  },
  NO_KEY_TO_RELEASE: {
    status: 409,
    title: 'This person is not waiting to sign in another browser.',
    fix: 'Reload the page to see the current state.',
  },
  SIGNING_LINK_NOT_FOUND: {
    status: 404,
    title: 'This link does not work.',
    fix: 'Open the link in the newest e-mail about this document, or ask the sender for a new one.',
  },
  HANDED_OVER: {
    status: 410,
    title: 'This request was handed over to someone else.',
    fix: 'If you want to take part again, ask the sender.',
  },
  ACCESS_CODE_NEEDED: {
    status: 403,
    title: 'The sender protected this document with an access code.',
    fix: 'Enter the code that the sender gave you.',
  },
  ACCESS_CODE_WRONG: {
    status: 403,
    title: 'This access code is incorrect.',
    fix: 'Check the code, or ask the sender for it.',
  },
  ACCESS_CODE_LOCKED: {
    status: 429,
    title: 'Too many incorrect access codes were entered.',
    fix: 'Ask the sender to send you a reminder. Then you can try again.',
  },
  NOTHING_TO_SIGN: {
    status: 409,
    title: 'You received this document for information only.',
    fix: 'You do not have to do anything.',
  },
  SIGNING_CODE_WRONG: {
    status: 400,
    title: 'This code is incorrect or has expired.',
    fix: 'Use the code in the newest e-mail, or request a new one in this browser.',
  },
  SIGNING_CODES_USED_UP: {
    status: 429,
    title: 'Too many codes were requested.',
    fix: 'Use the code in the newest e-mail, try again later, or ask the sender to send you a reminder.',
  },
  HAND_OVER_TOO_LATE: {
    status: 409,
    title: 'Someone has already signed or approved, so this request can no longer be handed over.',
    fix: 'Decline, and ask the sender to send the document to the right person.',
  },
  ALREADY_RECIPIENT: {
    status: 409,
    title: 'This person is already a recipient.',
    fix: 'Enter the address of someone else.',
  },
  NOT_THE_SENDER: {
    status: 403,
    title: 'Only the person who sent this request can change its recipients.',
    fix: 'Ask that person to do it.',
  },
  RECIPIENT_REPLACED: {
    status: 409,
    title: 'This recipient was replaced in the meantime.',
    fix: 'Reload the page to see who is a recipient now.',
  },
  CORRECTION_TOO_LATE: {
    status: 409,
    title:
      'Someone has already signed or approved, so only an address whose e-mail was not delivered can be corrected.',
    fix: 'If this recipient is wrong, withdraw the request, and send the document again.',
  },
  RECIPIENT_HAS_OPENED: {
    status: 409,
    title: 'Someone has already signed or approved, and this recipient has opened the request.',
    fix: 'Ask the recipient to sign. If the recipient is wrong, withdraw the request, and send the document again.',
  },
  NAME_WAS_SIGNED: {
    status: 409,
    title: 'Someone has already signed or approved, so the name can no longer be corrected.',
    fix: 'Correct only the address. To change the name, withdraw the request, and send the document again.',
  },
  CORRECTED_TOO_OFTEN: {
    status: 429,
    title: 'This recipient was corrected too often.',
    fix: 'Withdraw the request, and send the document again to the right address.',
  },
  NO_DEADLINE_TO_EXTEND: {
    status: 409,
    title: 'No deadline of this recipient alone is running.',
    fix: 'Wait until it is the turn of this recipient. The deadline of the whole request is part of what everyone signs, and cannot be changed: to have more time, withdraw the request, and send the document again.',
  },
  DEADLINE_REFUSED: {
    status: 409,
    title: 'The new deadline is not later than the present one, or is after that of the request.',
    fix: 'Choose a time between the two deadlines.',
  },
  EXTENDED_TOO_OFTEN: {
    status: 429,
    title: 'The deadline of this recipient was extended too often.',
    fix: 'Choose the deadline of the request, or withdraw the request, and send the document again.',
  },
} as const satisfies Record<string, ErrorRow>
