/** Reads a finished PDF as a verifier does: its evidence, its signatures and the content of its fields. */
import { createHash } from 'node:crypto'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { isExpectedForm } from '@inkproof/pdf-signatures/evidence/expected-form'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { formFields } from '@inkproof/pdf-signing/pdf/form-fields'
import { dictOf, nameOf, stringOf } from '@inkproof/pdf-signing/pdf/objects'
import { open } from '@inkproof/pdf-signing/pdf/open'
import { fromHex } from '@inkproof/proof/bytes'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { EVIDENCE_FILE_NAME, parseEvidence } from '@inkproof/signing/evidence'
import type { PdfResult } from '@inkproof/signing/evidence-context'
import { type PDF, PdfDict, PdfStream } from '@libpdf/core'

/** Returns the text of the attached evidence. */
export async function readEvidence(file: Uint8Array): Promise<string> {
  const pdf = await open(file)
  const data = pdf.getAttachment(EVIDENCE_FILE_NAME)
  if (!data) throw new Error('the file has no evidence')
  return new TextDecoder().decode(data)
}

/**
 * Returns what the PDF says, with the statement that each digital ID names.
 *
 * @param statements by SHA-256 of the certificate, hex
 */
export async function readPdfResult(
  file: Uint8Array,
  prepared: Uint8Array,
  trustedRoots: Uint8Array[],
  statements: ReadonlyMap<string, Uint8Array>,
  now: Date,
): Promise<PdfResult> {
  const { signatures } = await checkPdfSignatures(file, { trustedRoots, now })
  const { envelope } = parseEvidence(await readEvidence(file))
  const begins = Buffer.compare(file.subarray(0, prepared.length), prepared) === 0
  return {
    prepared: begins ? createHash('sha256').update(prepared).digest() : null,
    hasOtherForm: !(await isExpectedForm(new Uint8Array(prepared), decodeEnvelope(envelope))),
    signatures: signatures
      .filter(({ kind }) => kind === 'signature')
      .map((signature) => ({
        isValid: signatureVerdict(signature) === 'signed',
        statement: statements.get(signature.signer?.fingerprint ?? '') ?? null,
        name: signature.signer?.name ?? null,
        email: signature.signer?.email ?? null,
      })),
    content: await readContent(await open(file), await open(prepared)),
  }
}

type Content = NonNullable<PdfResult['content']>

/** Only the streams that differ from the prepared ones were added. */
async function readContent(pdf: PDF, prepared: PDF): Promise<Content> {
  const before = new Map(
    formFields(prepared).map(({ name, widgets }) => [name, streamOf(prepared, widgets)]),
  )
  const content = new Map<string, { value?: string; appearance?: Uint8Array }>()
  const own = formFields(pdf).filter(({ name }) => name.startsWith('signer-'))
  const [groups, others] = [true, false].map((isGroup) =>
    own.filter(({ name }) => name.includes('-group-') === isGroup),
  )
  for (const { widgets } of groups ?? [])
    for (const { dict } of widgets) content.set(...buttonOf(pdf, dict))
  for (const { dict, name, type, widgets } of others ?? []) {
    const stream = type === 'Btn' ? undefined : streamOf(pdf, widgets)
    const isNew = stream !== undefined && stream !== before.get(name)
    const value = type === 'Btn' ? checkedValue(pdf, dict) : (stringOf(pdf, dict, 'V') ?? '')
    content.set(name, {
      ...(type !== 'Sig' && { value }),
      ...(isNew && { appearance: fromHex(stream) }),
    })
  }
  return content
}

/** A radio button, which is named by its state "on", and its value. */
function buttonOf(pdf: PDF, widget: PdfDict): [name: string, content: { value: string }] {
  const states = dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
  const on = [...(states?.keys() ?? [])].map(({ value }) => value).find((key) => key !== 'Off')
  return [on ?? '', { value: nameOf(pdf, widget, 'AS') === on ? '1' : '' }]
}

function checkedValue(pdf: PDF, dict: PdfDict): string {
  return (nameOf(pdf, dict, 'V') ?? 'Off') === 'Off' ? '' : '1'
}

/** SHA-256 of the normal appearance, hex. */
function streamOf(pdf: PDF, widgets: { dict: PdfDict }[]): string | undefined {
  const [widget] = widgets
  const stream = widget && dictOf(pdf, dictOf(pdf, widget.dict, 'AP') ?? new PdfDict(), 'N')
  if (!(stream instanceof PdfStream)) return undefined
  return createHash('sha256').update(stream.getDecodedData()).digest('hex')
}
