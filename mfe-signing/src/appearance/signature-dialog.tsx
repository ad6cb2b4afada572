import { Dialog } from '@inkproof/ui/dialog'
import type { Mark, MarkKind } from './mark.ts'
import { MarkForm } from './mark-form.tsx'
import { MARK_NAMES } from './mark-names.ts'
import { useSavedMarks } from './use-saved-marks.ts'

export type SignatureDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  kind: MarkKind
  /** The signer’s name; may be empty. */
  name: string
  /** `typed`: the text that the mark was made from; null if it was not typed. */
  onChosen: (mark: Mark, typed: string | null) => void
}

/** Types, draws or uploads a signature or initials, or uploads a stamp, or uses one that is saved in this browser. Closes itself. */
export function SignatureDialog({ open, onOpenChange, ...props }: SignatureDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="md" title={MARK_NAMES[props.kind].title}>
      <Content {...props} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

type ContentProps = Pick<SignatureDialogProps, 'kind' | 'name' | 'onChosen'> & { close: () => void }

function Content({ kind, name, onChosen, close }: ContentProps) {
  const saved = useSavedMarks(kind)
  if (saved.list === null) return <div className="h-80" />
  const use = (mark: Mark, isSaved: boolean, typed: string | null) => {
    if (isSaved) saved.save(mark)
    onChosen(mark, typed)
    close()
  }
  return (
    <MarkForm
      kind={kind}
      name={name}
      saved={saved.list}
      canSave={saved.canSave}
      onDelete={saved.remove}
      onChosen={use}
      onCancel={close}
    />
  )
}
