/** Checks the fields that the sender entered, and converts them to those of the prepared document. */
import type { PreparedField, RequestedField } from '@inkproof/pdf-signing/fields'
import { utf8 } from '@inkproof/proof/bytes'
import { MAX_ATTACHMENTS } from '@inkproof/protocol/attachments'
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import type { EnvelopeDocument, EnvelopeField } from '@inkproof/protocol/envelopes'
import { signerLimits } from '@inkproof/protocol/sign-request'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { type SigningDays, signingDaysAt } from '@inkproof/signing/date-limits'
import type { Field } from '@inkproof/signing/field'
import {
  type FieldProblem,
  findFieldProblem,
  groupButtons,
  isGroup,
} from '@inkproof/signing/field-problem'
import { checkConditions, nameConditions, refused } from './field-conditions.ts'
import { recipientId } from './request-recipients.ts'

/** What each signer fills, by signer in the order of the recipients. `index`: of the recipient. */
export type FieldGroup = { index: number; fields: FieldRequest[] }

/** A field of the prepared document, with its other properties in the envelope. */
export type StartedField = EnvelopeField & {
  properties: Pick<Field, 'readOnly' | 'default' | 'validation' | 'conditions' | 'group'>
}

/**
 * Groups the fields by signer.
 *
 * @throws AppError FIELDS_REFUSED if a signer does not have exactly one signature, another recipient has a field, settings
 * contradict each other, there are too many attachments, a condition cannot be evaluated, or a signer's read-only texts are too long; in a document that was signed before, also if there is a
 * field of another type, or any field if none can be shown
 * @param now with which limits that depend on the day of signing are compared
 */
export function groupFields(
  { fields, recipients }: Pick<StartEnvelopeRequest, 'fields' | 'recipients'>,
  { signedBefore }: Pick<EnvelopeDocument, 'signedBefore'>,
  now: Date,
): FieldGroup[] {
  const expected = signedBefore?.canShow === false ? 0 : 1
  for (const [index, { recipient }] of fields.entries())
    if (recipients[recipient]?.role !== 'signer')
      throw refused(`fields.${index}.recipient`, 'expected the index of a signer')
  if (fields.filter(({ type }) => type === 'attachment').length > MAX_ATTACHMENTS)
    throw refused('fields', `expected at most ${MAX_ATTACHMENTS} attachments`)
  checkSettings(fields, signingDaysAt(now))
  checkConditions(fields)
  return recipients.flatMap(({ role }, index) => {
    if (role !== 'signer') return []
    const own = fields.filter(({ recipient }) => recipient === index)
    const signatures = own.filter(({ type }) => type === 'signature')
    if (signatures.length !== expected)
      throw refused('fields', `expected ${expected} signatures of recipient ${index}`)
    if (signedBefore && own.length > signatures.length)
      throw refused('fields', 'expected only signatures in a document that was signed before')
    checkReadOnlySizes(own, recipients)
    return [{ index, fields: own }]
  })
}

/** Signers must be able to state the texts that they cannot change. @throws AppError FIELDS_REFUSED */
function checkReadOnlySizes(
  fields: readonly FieldRequest[],
  recipients: StartEnvelopeRequest['recipients'],
): void {
  const { texts } = signerLimits(recipients.filter(({ role }) => role === 'signer').length)
  const sizes = fields.map(({ settings }) =>
    settings?.readOnly ? utf8(settings.default ?? '').length : 0,
  )
  if (sizes.reduce((sum, size) => sum + size, 0) > texts)
    throw refused('fields', `expected at most ${texts} bytes of read-only texts for each signer`)
}

export function toRequestedField({
  page,
  rectangle,
  settings,
  type,
}: FieldRequest): RequestedField {
  const { group, label, validation } = settings ?? {}
  return {
    type: type === 'signing-date' ? 'date' : type,
    page: page - 1,
    rectangle,
    ...(validation?.options && { options: validation.options }),
    ...(group !== undefined && { group }),
    ...(label !== undefined && { label }),
  }
}

/**
 * Returns the fields of the prepared document.
 *
 * @param groups as {@link groupFields} returns them for `requested`
 * @param prepared in the order of the groups
 */
export function nameFields(
  requested: readonly FieldRequest[],
  groups: readonly FieldGroup[],
  prepared: readonly Pick<PreparedField, 'group' | 'name' | 'rectangle'>[],
): StartedField[] {
  const grouped = groups.flatMap(({ fields }) => fields)
  const nameOf = (index: number) => {
    const field = requested[index]
    return (field && prepared[grouped.indexOf(field)]?.name) ?? ''
  }
  return grouped.map(({ recipient, settings, ...field }, i) => ({
    ...field,
    // A signature field that may stay empty would give a digital signature without a picture.
    required: field.required || field.type === 'signature',
    id: prepared[i]?.name ?? '',
    rectangle: prepared[i]?.rectangle ?? field.rectangle,
    recipient: recipientId(recipient),
    ...(settings?.label !== undefined && { label: settings.label }),
    properties: {
      readOnly: settings?.readOnly ?? false,
      validation: settings?.validation ?? {},
      conditions: nameConditions(settings?.conditions, nameOf),
      ...(settings?.default !== undefined && { default: settings.default }),
      ...(prepared[i]?.group !== undefined && { group: prepared[i].group }),
    },
  }))
}

/** @throws AppError FIELDS_REFUSED */
function checkSettings(fields: readonly FieldRequest[], signing: SigningDays): void {
  const described = fields.map(toProperties)
  for (const [index, properties] of described.entries()) {
    const problem = findFieldProblem(properties, signing)
    if (problem) throw refused(`fields.${index}.settings`, PROBLEMS[problem])
  }
  for (const buttons of groupButtons(described).values()) {
    const path = `fields.${buttons[0]?.index}.settings.group`
    if (!isGroup(buttons))
      throw refused(
        path,
        'expected at least two buttons of one recipient, all or none of them required, with one label, and at most one default',
      )
  }
}

function toProperties({ recipient, required, settings, type }: FieldRequest, index: number) {
  const { default: preset, group, label, readOnly = false, validation = {} } = settings ?? {}
  return {
    ...{ index, type, required, validation, readOnly },
    document: 0,
    recipient: recipientId(recipient),
    ...(preset !== undefined && { default: preset }),
    ...(label !== undefined && { label }),
    ...(group !== undefined && { group: `${recipient}-${group}` }),
  }
}

const PROBLEMS: Readonly<Record<FieldProblem, string>> = {
  group: 'expected a group for each radio button, and for no other type',
  options: 'expected options for drop-down lists, each once, and for no other field',
  numbers: 'expected limits for numbers only, and the smaller one first',
  decimals: 'expected decimal places for numbers only',
  length:
    'expected length limits for texts and companies only, the smaller one first, and room for the format',
  format: 'expected a format for texts only',
  dates: 'expected an earliest and a latest day for dates only, the earlier one first',
  'signing-day': 'expected no limit by the day of signing for a read-only date',
  'read-only': 'expected a default for a read-only field, which cannot be required',
  'no-default': 'expected no default for this type of field',
  default: 'expected a default that is a value of the field',
}
