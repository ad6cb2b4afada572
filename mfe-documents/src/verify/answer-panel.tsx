import type { Answer } from '@inkproof/proof/wording'
import { Verdict } from '@inkproof/ui/verdict'
import type { ReactNode, Ref } from 'react'

type Props = {
  answer: Answer
  isTest: boolean
  /** Fingerprint of the file, or of the certified file if there is no other. */
  fingerprint: string | null
  actions?: ReactNode
  level?: 1 | 2 | 3
  ref?: Ref<HTMLElement>
  children?: ReactNode
}

/** An answer in the words of the verifier. */
export function AnswerPanel({ answer, isTest, fingerprint, ...rest }: Props) {
  const { code, tone, headline, context, note } = answer
  return (
    <Verdict
      kind={code}
      tone={tone}
      headline={headline}
      context={context}
      note={note}
      isTest={isTest}
      {...(fingerprint !== null && { fingerprint })}
      {...rest}
    />
  )
}
