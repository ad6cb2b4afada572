import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'

/** Returns what a field of this type is called on the pages of a document. */
export function nameOfType(type: Field['type']): string {
  return NAMES[type] ?? t('Text')
}

/** Returns what the sender called a field, or otherwise the name of its type. */
export function nameOfField({ label, type }: Pick<Field, 'label' | 'type'>): string {
  return label ?? nameOfType(type)
}

const NAMES: Partial<Record<Field['type'], string>> = {
  signature: t('Signature'),
  initials: t('Initials'),
  stamp: t('Stamp'),
  name: t('Name'),
  email: t('E-mail address'),
  'signing-date': t('Date of signing'),
  company: t('Company'),
  date: t('Date'),
  number: t('Number'),
  checkbox: t('Checkbox'),
  radio: t('Single choice'),
  dropdown: t('Drop-down list'),
  attachment: t('Attachment'),
}
