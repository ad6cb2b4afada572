import { isPicture } from '@inkproof/signing/field'
import { SignatureDialog } from '../appearance/signature-dialog.tsx'
import { editDraft, editField } from './draft.store.ts'
import { type Draft, ME } from './draft.ts'
import { startSigning, useEditorUi } from './editor-ui.store.ts'

/**
 * The dialog for the signature, the initials or the stamp of a field. A typed signature also says the signer's name. Initials and
 * stamps are used for all fields that have none yet.
 */
export function SignField({ fields, signerName }: Draft) {
  const id = useEditorUi(({ signing }) => signing)
  const field = fields.find((one) => one.id === id && one.recipient === ME)
  if (field === undefined || !isPicture(field.type)) return null
  return (
    <SignatureDialog
      open
      onOpenChange={(isOpen) => !isOpen && startSigning(null)}
      kind={field.type}
      name={signerName}
      onChosen={(signature, typed) => {
        if (field.type === 'signature' && typed && signerName.trim() === '')
          editDraft(() => ({ signerName: typed }))
        for (const one of fields) {
          const isAlike = one.recipient === ME && one.type === field.type && one.value === null
          if (one.id === field.id || isAlike)
            editField(one.id, { value: { kind: 'signature', signature } })
        }
      }}
    />
  )
}
