/**
 * The texts by which signers agree to sign electronically. An envelope and each statement contain the SHA-256 of the text as
 * UTF-8, its version and its language, so a published version never changes: another text gets another version.
 */
import { utf8 } from '@inkproof/proof/bytes'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import type { ConsentText } from './envelope.ts'

/** A consent text. `language` is a BCP 47 tag. */
export type Consent = { language: string; version: string; text: string }

/** For a person who signs their own document. */
export const OWN_DOCUMENT_CONSENT: Consent = {
  language: 'en',
  version: 'own-3',
  text: `Signing electronically

You sign this document electronically, with a key that your browser creates for this document only, or with the key of your wallet or passkey. The key signs what you entered and the document as you saw it. The finished document contains an electronic signature with evidence, or the evidence is in a file beside it: anyone can check who signed, what was signed and when. Whether such a signature is enough for your purpose depends on the law that applies. Some documents must be signed on paper or before a notary.

You do not have to sign electronically. You can close this page, print the document and sign it on paper.

You can change your mind until you have signed: close this page, or discard the document. Then nothing is signed. After you have signed, the signature cannot be withdrawn here.

What is stored: the document, what you enter, the files that you attach, the picture of your signature, your name, your e-mail address, the address of your wallet or the public key of your passkey if you sign with it, and the times of the steps. PDF files and attached files are stored encrypted, everything else in the service’s database. Members of your workspace can see all of it, and the operator of this service can read it. The finished document and its evidence contain it, except the attached files, so everyone who gets them can see it. What is published: only salted hashes, which do not show the document, your name or what you entered.

What you need: a current web browser, and a program that opens PDF files. To keep the finished document, you need space for a file or a printer.

Copies: the finished document can be downloaded here, and printed, as soon as it is ready. There is no fee for the copy.`,
}

/** For recipients of a document that somebody else sends them, and for a sender who signs together with others. */
export const REQUEST_CONSENT: Consent = {
  language: 'en',
  version: 'request-3',
  text: `Signing and approving electronically

You sign or approve this document electronically, and you receive everything about it electronically. You use a key that your browser creates for this document only, or the key of your wallet or passkey. The key signs what you entered, the document as you saw it, and what others had entered before you. The finished document contains an electronic signature with evidence, or the evidence is in a file beside it: anyone can check who signed or approved, what it was about and when. Whether such a signature is enough for your purpose depends on the law that applies. Some documents must be signed on paper or before a notary.

You do not have to do this electronically. You can decline, or close this page and ask the sender for the document on paper. Signing on paper costs you nothing here; the sender may take longer to send it.

You can change your mind until you have signed or approved: close this page, or decline. This consent is about this document only. After you have signed or approved, you can no longer withdraw it here. Ask the sender, who can withdraw the request until everyone has signed or approved. If somebody declines, or the deadline passes, nobody is bound.

If your address changes, tell the sender, or hand the document over to your new address before anyone has signed.

What is stored: the document, what you enter, the files that you attach, the picture of your signature, your name, your e-mail address, the address of your wallet or the public key of your passkey if you sign with it, and the times of the steps. PDF files and attached files are stored encrypted, everything else in the service’s database. The sender, members of the sender’s workspace and the other recipients can see it, and the operator of this service can read it. The finished document and its evidence contain it, except the attached files, so everyone who gets them can see it. What is published: only salted hashes, which do not show the document, your name or what you entered.

What you need: a mailbox, a current web browser, and a program that opens PDF files. To keep the finished document, you need space for a file or a printer.

Copies: when everyone has signed or approved, you get an e-mail with a link to the finished document, which you can download and print. There is no fee for the copy. You can also ask the sender for a copy on paper.`,
}

/** Returns what envelopes and statements contain about a consent text. */
export function consentReference(
  { language, text, version }: Consent,
  hash: Sha256 = sha256,
): ConsentText {
  return { language, version, fingerprint: hash(utf8(text)) }
}
