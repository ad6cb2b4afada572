import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Checkbox } from '@inkproof/ui/checkbox'
import { type Tab, Tabs } from '@inkproof/ui/tabs'
import { useState } from 'react'
import { DrawTab } from './draw-tab.tsx'
import { makeDrawnMark, type Stroke } from './drawn-mark.ts'
import type { FontName } from './font-files.ts'
import { InkChoice } from './ink-choice.tsx'
import { type Ink, type Mark, type MarkKind, withInk } from './mark.ts'
import { MARK_NAMES } from './mark-names.ts'
import type { SavedMark } from './saved-marks.ts'
import { SavedTab } from './saved-tab.tsx'
import { TypeTab } from './type-tab.tsx'
import { initialsOf } from './typed-mark.ts'
import { UploadTab } from './upload-tab.tsx'
import { markOf, useTracing } from './use-tracing.ts'
import { useTypedMarks } from './use-typed-marks.ts'

type MarkFormProps = {
  kind: MarkKind
  name: string
  saved: readonly SavedMark[]
  canSave: boolean
  onDelete: (id: number) => void
  /** `isSaved`: whether the user wants to keep it in this browser. `typed`: the text that it was made from. */
  onChosen: (mark: Mark, isSaved: boolean, typed: string | null) => void
  onCancel: () => void
}

/** The content of the dialog. What was typed, drawn and uploaded stays while the user compares the tabs. */
export function MarkForm({
  saved,
  canSave,
  onDelete,
  onChosen,
  onCancel,
  ...person
}: MarkFormProps) {
  const isStamp = person.kind === 'stamp'
  const first = isStamp ? 'upload' : 'type'
  const [tab, setTab] = useState(saved.length > 0 ? 'saved' : first)
  const [ink, setInk] = useState<Ink>('black')
  const [isSaved, setSaved] = useState(true)
  const { mark, tabs, text } = useTabs(person, ink)
  const savedTab: Tab = {
    id: 'saved',
    label: t('Saved'),
    content: (
      <SavedTab
        kind={person.kind}
        saved={saved}
        onChosen={(used) => onChosen(used, false, null)}
        onDelete={onDelete}
      />
    ),
  }
  const all = saved.length > 0 ? [savedTab, ...tabs] : tabs
  // The last saved mark can be deleted meanwhile.
  const shown = tab === 'saved' && saved.length === 0 ? first : tab
  const chosen = mark(shown)
  return (
    <>
      <Tabs
        label={isStamp ? t('How to add the stamp') : t('How to sign')}
        tabs={all}
        value={shown}
        onValueChange={setTab}
      />
      {shown !== 'saved' && (
        <div className="mt-5 space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            {!isStamp && <InkChoice ink={ink} onChange={setInk} />}
            {canSave && (
              <Checkbox
                label={t('Save in this browser')}
                checked={isSaved}
                onCheckedChange={(checked) => setSaved(checked === true)}
              />
            )}
          </div>
          <Buttons
            label={MARK_NAMES[person.kind].action}
            onCancel={onCancel}
            onUse={
              chosen &&
              (() => onChosen(chosen, isSaved && canSave, shown === 'type' ? text.trim() : null))
            }
          />
        </div>
      )}
    </>
  )
}

/** `onUse` is null while there is no mark. */
type ButtonsProps = { label: string; onCancel: () => void; onUse: (() => void) | null }

function Buttons({ label, onCancel, onUse }: ButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button variant="primary" disabled={onUse === null} onClick={() => onUse?.()}>
        {label}
      </Button>
    </div>
  )
}

/** The tabs that make a mark, and what each has made so far. */
function useTabs({ kind, name }: Pick<MarkFormProps, 'kind' | 'name'>, ink: Ink) {
  const [text, setText] = useState(kind === 'signature' ? name : initialsOf(name))
  const [font, setFont] = useState<FontName>()
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const typed = useTypedMarks(text)
  const tracing = useTracing(kind)
  const written = typed.status === 'ready' ? typed.marks : []
  const style = written.find((item) => item.font === font) ?? written[0]
  const upload: Tab = {
    id: 'upload',
    label: t('Upload'),
    content: <UploadTab kind={kind} tracing={tracing} ink={ink} />,
  }
  const tabs: Tab[] = [
    {
      id: 'type',
      label: t('Type'),
      content: (
        <TypeTab
          kind={kind}
          text={text}
          onTextChange={setText}
          typed={typed}
          font={style?.font}
          onFontChange={setFont}
          ink={ink}
        />
      ),
    },
    {
      id: 'draw',
      label: t('Draw'),
      content: <DrawTab strokes={strokes} onChange={setStrokes} ink={ink} />,
    },
    upload,
  ]
  const mark = (tab: string): Mark | null => {
    const made = {
      type: style?.mark ?? null,
      draw: makeDrawnMark(strokes),
      upload: markOf(tracing),
    }[tab]
    // A stamp has the colors of its picture.
    return made && kind !== 'stamp' ? withInk(made, ink) : (made ?? null)
  }
  return { tabs: kind === 'stamp' ? [upload] : tabs, mark, text }
}
