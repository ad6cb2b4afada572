import { MAX_LABEL_LENGTH } from '@inkproof/protocol/envelope-fields'
import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { setLabel } from './draft.store.ts'
import type { PlacedField } from './draft.ts'

/** What a field is called: for whoever fills it in, and for everybody who reads the document. */
export function FieldLabelInput({ field }: { field: PlacedField }) {
  return (
    <Field label={t('Label')} hint={describe(field.type)} optional>
      <Input
        name="label"
        autoComplete="off"
        maxLength={MAX_LABEL_LENGTH}
        value={field.settings?.label ?? ''}
        onChange={({ currentTarget: { value } }) => setLabel(field, value)}
      />
    </Field>
  )
}

function describe(type: PlacedField['type']): string {
  switch (type) {
    case 'attachment':
      return t('Which file is needed, such as “Copy of your passport”.')
    case 'checkbox':
      return t('What is confirmed, such as “I have received the keys”.')
    case 'radio':
      return t('The question, such as “When do you pay the rent?”.')
    case 'signature':
    case 'initials':
    case 'stamp':
      return t('Whose it is, such as “Signature of the tenant”.')
    default:
      return t('What to enter, such as “Delivery date”.')
  }
}
