/**
 * Fills and signs a file as the examples of the PDF library do, in a separate process, for comparison:
 * `node sign-with-library.mjs <prepared PDF> <DER of a certificate> <signature field>…`. The signatures have no time-stamps, and
 * nothing is checked.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'

const [, , file = '', certificate = '', ...fieldNames] = process.argv
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signer = {
  certificate: new Uint8Array(readFileSync(certificate)),
  keyType: /** @type {const} */ ('EC'),
  signatureAlgorithm: /** @type {const} */ ('ECDSA'),
  sign: async (/** @type {Uint8Array} */ data) => new Uint8Array(sign('sha256', data, privateKey)),
}

const pdf = await PDF.load(new Uint8Array(readFileSync(file)))
const form = pdf.getForm()
for (const field of form?.getFields() ?? []) if (field.type === 'text') field.setValue('Jane Roe')
let bytes = await pdf.save({ incremental: true })
for (const fieldName of fieldNames)
  ({ bytes } = await (await PDF.load(bytes)).sign({ signer, fieldName }))
process.stdout.write(String(bytes.length))
