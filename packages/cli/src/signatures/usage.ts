/** Usage text of the command. */
export const SIGNATURES_USAGE = `  inkproof signatures FILE.pdf [--trust AUTHORITY]… [--json]

  Checks the digital signatures inside a PDF file: who signed, when, and what was changed after each signature.

  --trust      an authority whose digital IDs you trust: its own digital ID as a PEM or DER file
  --json       prints everything as JSON

Exit code 0: signed by digital IDs of authorities you trust, and unchanged since. 1: changed, or a signature or a
digital ID is not valid or revoked. 2: not signed, signed by others, or could not be checked completely.`
