import type { Entered } from '../filling/entered-db.ts'
import type { EnteredState } from '../filling/use-entered.ts'
import { mustAct } from '../recipients/must-act.ts'
import { DeclineForm } from './decline-form.tsx'
import { DocumentStage } from './document-stage.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { Introduction } from './introduction.tsx'
import { OtherActions } from './other-actions.tsx'
import type { Participation } from './participation.ts'

export type Stage = 'introduction' | 'document' | 'decline' | 'hand-over'

type Props = {
  participation: Participation
  entered: Entered
  setValue: EnteredState['setValue']
  /** Whether the person has confirmed their address in another browser. */
  isBoundElsewhere: boolean
  stage: Stage
  onStage: (stage: Stage) => void
  /** `to`: the new person's address, shortened. */
  onHandedOver: (to: string) => void
}

/** The stage that the person has chosen. */
export function Stages(props: Props) {
  const { entered, onStage, participation, stage } = props
  const { request } = participation
  const otherActions = mustAct(request.you) && (
    <OtherActions
      request={request}
      onDecline={() => onStage('decline')}
      onHandOver={() => onStage('hand-over')}
    />
  )
  const toDocument = () => onStage('document')
  switch (stage) {
    case 'introduction':
      return (
        <Introduction
          request={request}
          hasStarted={Object.keys(entered.values).length > 0}
          isBoundElsewhere={props.isBoundElsewhere}
          onContinue={toDocument}
          otherActions={otherActions}
        />
      )
    case 'document':
      return (
        <DocumentStage
          {...participation}
          entered={entered}
          setValue={props.setValue}
          onBack={() => onStage('introduction')}
          otherActions={otherActions}
        />
      )
    case 'decline':
      return <DeclineForm {...participation} onBack={toDocument} />
    default:
      return (
        <HandOverForm {...participation} onBack={toDocument} onHandedOver={props.onHandedOver} />
      )
  }
}
