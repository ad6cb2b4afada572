/** The messages of the process that reads PDF files. A file may have taken it over, so every message is validated. */
import type { SigningErrorCode, UnusablePdfCode } from '@inkproof/pdf-signing/errors'
import type { PreparedField } from '@inkproof/pdf-signing/fields'
import type { Inspection } from '@inkproof/pdf-signing/inspect'
import { z } from 'zod'

const code = <Code extends string>() =>
  z.custom<Code>((value) => typeof value === 'string' && /^[a-z-]{1,40}$/.test(value))

const Base64 = z.string().max(64 * 1024)

export const FromChild = z.union([
  z.strictObject({ ask: z.literal('signature'), signer: z.int().min(0), bytes: Base64 }),
  z.strictObject({ ask: z.literal('time-stamp'), digest: Base64 }),
  z.strictObject({ ask: z.literal('validation-data') }),
  z.strictObject({ refused: z.literal('UnusablePdf'), code: code<UnusablePdfCode>() }),
  z.strictObject({
    refused: z.literal('SigningError'),
    code: code<SigningErrorCode>(),
    details: z.array(z.string().max(1000)).max(1000),
  }),
  z.strictObject({ result: z.unknown() }),
])

const Rectangle = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
const Rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
const Name = z.string().max(10_000)
const FieldName = z.string().regex(/^[\w-]{1,64}$/)

export const InspectionResult = z.strictObject({
  signing: z.enum(['rewrite', 'append-visible', 'append-invisible']),
  pages: z.array(z.strictObject({ box: Rectangle, rotation: Rotation })),
  // JSON omits what is undefined.
  title: z.optional(Name).transform((title) => title),
  signatures: z.array(
    z.strictObject({
      field: Name,
      kind: z.enum(['signature', 'certification', 'document-time-stamp']),
      permission: z.union([z.literal(1), z.literal(2), z.literal(3)]).exactOptional(),
    }),
  ),
  removable: z.array(z.enum(['scripts', 'actions', 'xfa', 'layers', 'attachments', 'annotations'])),
  missingFonts: z.array(Name),
  fields: z.array(
    z.strictObject({
      name: Name,
      type: z.enum(['text', 'checkbox', 'radio', 'choice', 'signature']),
      page: z.int().min(0),
      rectangle: Rectangle,
    }),
  ),
})

export const PreparedFields = z.array(
  z.strictObject({
    name: FieldName,
    signer: z.int().min(0),
    type: z.enum([
      'signature',
      'initials',
      'stamp',
      'attachment',
      'checkbox',
      'name',
      'email',
      'company',
      'date',
      'text',
      'number',
      'radio',
      'dropdown',
    ]),
    page: z.int().min(0),
    rectangle: Rectangle,
    options: z.array(Name).exactOptional(),
    group: FieldName.exactOptional(),
    label: Name.exactOptional(),
  }),
) satisfies z.ZodType<PreparedField[]>

/** Parses the result of an inspection. @throws ZodError */
export function readInspection(result: unknown): Inspection {
  const { title, ...rest } = InspectionResult.parse(result)
  return { ...rest, title }
}
