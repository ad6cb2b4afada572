import { DrawingProblems } from './drawing-problems.tsx'
import { FieldEditor } from './field-editor.tsx'
import { GuideBar } from './guide-bar.tsx'
import { alternativesOf, countQuestions, type OwnField } from './own-fields.ts'
import type { Filling } from './use-filling.ts'

type Props = {
  filling: Filling
  /** Whether the person has entered something, now or during an earlier visit. */
  isStarted: boolean
}

/** The guide, with the control of the chosen field. */
export function FillGuide({ filling, isStarted }: Props) {
  const { blocked, drawing, guide, inputs, isReady } = filling
  const { own } = guide
  return (
    <GuideBar
      {...countQuestions(inputs)}
      isStarted={isStarted}
      editor={own && <ChosenField filling={filling} own={own} />}
      hasNext={!isReady}
      hasOptional={guide.hasOptional}
      failure={
        <DrawingProblems failure={drawing.failure} retry={drawing.retry} blocked={blocked} />
      }
      onNext={guide.goOn}
      onOptional={guide.goToOptional}
      onContinue={guide.finish}
    />
  )
}

type FieldProps = Pick<Props, 'filling'> & { own: OwnField }

function ChosenField({ filling: { guide, inputs, setValue }, own }: FieldProps) {
  const { field } = own
  return (
    // The buttons of a group share one editor, so that its focus stays when another one is selected.
    <div key={field.group ?? field.id} data-field-control={field.id}>
      <FieldEditor
        own={own}
        alternatives={alternativesOf(own, inputs)}
        onChange={(value) => setValue(field.id, value)}
        onSelect={guide.selectButton}
        onSign={() => guide.setSigning(own)}
      />
    </div>
  )
}
